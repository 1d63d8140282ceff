// Every admin command, by the kind of record that it is about.
import type { Rows } from '../define.ts';
import { auditCommands } from './audit.ts';
import { approvalCommands } from './approval.ts';
import { cancellationCommands } from './cancellation.ts';
import { changeRequestCommands } from './requests.ts';
import { bankAccountCommands } from './bank-account.ts';
import { bankMatchCommands } from './bank-match.ts';
import { backupCommands } from './backup.ts';
import { billCommands } from './bill.ts';
import { certificateCommands } from './certificate.ts';
import { counterpartyCommands } from './counterparty.ts';
import { demoCommand } from './demo.ts';
import { entityCommands } from './entity.ts';
import { exportCommands } from './export.ts';
import { importCommand } from './import.ts';
import { draftInvoiceCommands } from './invoice-draft.ts';
import { filedInvoiceCommands } from './invoice-filed.ts';
import { keyCommands } from './key.ts';
import { memberCommands } from './member.ts';
import { operateCommands } from './operate.ts';
import { personCommands } from './person.ts';
import { RECORDS } from './records.ts';
import { orgCommands } from './org.ts';
import { complementCommands } from './complement.ts';
import { paymentCommands } from './payment.ts';
import { statementCommands } from './statement.ts';
import { taskCommands } from './task.ts';
import { webhookCommands } from './webhook.ts';

export const COMMANDS: Rows = {
  org: orgCommands,
  member: memberCommands,
  person: personCommands,
  entity: entityCommands,
  key: keyCommands,
  webhook: webhookCommands,
  certificate: certificateCommands,
  counterparty: { ...counterpartyCommands, ...RECORDS.counterparty },
  invoice: { ...draftInvoiceCommands, ...filedInvoiceCommands, ...RECORDS.invoice },
  approval: approvalCommands,
  cancellation: cancellationCommands,
  change: changeRequestCommands,
  bill: { ...billCommands, ...RECORDS.bill },
  payment: paymentCommands,
  complement: complementCommands,
  task: { ...taskCommands, ...RECORDS.task },
  'bank-account': { ...bankAccountCommands, ...RECORDS['bank-account'] },
  bank: bankMatchCommands,
  statement: { ...statementCommands, ...RECORDS.statement },
  transaction: RECORDS.transaction,
  ...importCommand,
  export: exportCommands,
  audit: auditCommands,
  ...demoCommand,
  ...backupCommands,
  ...operateCommands,
};
