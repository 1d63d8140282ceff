// Every admin command; each line leads to the file of one command.
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
import { recordCommands } from './records.ts';
import { orgCommands } from './org.ts';
import { complementCommands } from './complement.ts';
import { paymentCommands } from './payment.ts';
import { statementCommands } from './statement.ts';
import { taskCommands } from './task.ts';
import { webhookCommands } from './webhook.ts';

export const COMMANDS: readonly Rows[] = [
  orgCommands,
  memberCommands,
  personCommands,
  entityCommands,
  keyCommands,
  webhookCommands,
  certificateCommands,
  counterpartyCommands,
  invoiceCommands,
  approvalCommands,
  cancellationCommands,
  changeRequestCommands,
  billCommands,
  paymentCommands,
  complementCommands,
  taskCommands,
  bankAccountCommands,
  bankMatchCommands,
  statementCommands,
  recordCommands,
  importCommand,
  exportCommands,
  auditCommands,
  demoCommand,
  backupCommands,
  migrateCommand,
  doctorCommand,
  completionCommand,
];
