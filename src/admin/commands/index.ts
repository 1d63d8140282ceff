// Every admin command, by the kind of record that it is about.
import type { Rows } from '../define.ts';
import { auditCommands } from './audit.ts';
import { approvalCommands } from './approval.ts';
import { cancellationCommands } from './cancellation.ts';
import { changeRequestCommands } from './change-request.ts';
import { bankAccountCommands } from './bank-account.ts';
import { bankMatchCommands } from './bank-match.ts';
import { backupCommands } from './backup.ts';
import { billCommands } from './bill.ts';
import { certificateCommands } from './certificate.ts';
import { completionCommand } from './completion.ts';
import { counterpartyCommands } from './counterparty.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { entityCommands } from './entity.ts';
import { exportCommands } from './export.ts';
import { importCommand } from './import.ts';
import { invoiceCommands } from './invoice.ts';
import { keyCommands } from './key.ts';
import { memberCommands } from './member.ts';
import { migrateCommand } from './migrate.ts';
import { personCommands } from './person.ts';
import { RECORDS } from './records.ts';
import { orgCommands } from './org.ts';
import { complementCommands } from './complement.ts';
import { paymentCommands } from './payment.ts';
import { statementCommands } from './statement.ts';
import { taskCommands } from './task.ts';
import { webhookCommands } from './webhook.ts';

export const COMMANDS: Rows = {
  org: { about: 'organisations', commands: orgCommands },
  member: { about: 'the people of an organisation', commands: memberCommands },
  person: { about: 'who signs in to the pages', commands: personCommands },
  entity: { about: 'companies whose books are kept', commands: entityCommands },
  key: { about: 'API keys', commands: keyCommands },
  webhook: { about: 'where events are sent', commands: webhookCommands },
  certificate: {
    about: 'certificates (CSD) with which companies seal invoices',
    commands: certificateCommands,
  },
  counterparty: {
    about: 'customers and suppliers',
    commands: { ...counterpartyCommands, ...RECORDS.counterparty },
  },
  invoice: { about: 'invoices', commands: { ...invoiceCommands, ...RECORDS.invoice } },
  approval: { about: 'requests to file documents', commands: approvalCommands },
  cancellation: { about: 'cancellations that agents ask for', commands: cancellationCommands },
  ...changeRequestCommands,
  bill: { about: 'bills of suppliers', commands: { ...billCommands, ...RECORDS.bill } },
  payment: { about: 'payments of invoices and bills', commands: paymentCommands },
  complement: {
    about: 'payment complements (MX): what the authority wants of each payment of a PPD invoice',
    commands: complementCommands,
  },
  task: { about: 'tasks', commands: { ...taskCommands, ...RECORDS.task } },
  'bank-account': {
    about: 'bank accounts of companies',
    commands: { ...bankAccountCommands, ...RECORDS['bank-account'] },
  },
  bank: { about: 'decisions on bank transactions', commands: bankMatchCommands },
  statement: { about: 'bank statements', commands: { ...statementCommands, ...RECORDS.statement } },
  transaction: { about: 'lines of bank statements', commands: RECORDS.transaction },
  ...importCommand,
  export: { about: 'write invoices, bills or the ledger to a CSV file', commands: exportCommands },
  audit: { about: 'the trail: who did what, and the proof of it', commands: auditCommands },
  ...demoCommand,
  ...backupCommands,
  ...migrateCommand,
  ...doctorCommand,
  ...completionCommand,
};
