// Where the facts of each type of hit come from; a type of the spec without a source does not compile.
import type { SearchType } from '../../../../generated/types.ts';
import { BILLS } from './bills.ts';
import { COUNTERPARTIES } from './counterparties.ts';
import { CREDIT_NOTES } from './credit-notes.ts';
import { ENTITIES } from './entities.ts';
import { INVOICES } from './invoices.ts';
import { PAYMENTS } from './payments.ts';
import { REFERENCE_RECORDS } from './reference-records.ts';
import type { SearchSource } from './source.ts';
import { TASKS } from './tasks.ts';
import { TEAM_MEMBERS } from './team-members.ts';

export const SOURCES: Readonly<Record<SearchType, SearchSource>> = {
  invoices: INVOICES,
  counterparties: COUNTERPARTIES,
  entities: ENTITIES,
  clients: REFERENCE_RECORDS,
  team_members: TEAM_MEMBERS,
  invoice_payments: PAYMENTS,
  invoice_credit_notes: CREDIT_NOTES,
  invoicing_arrangements: REFERENCE_RECORDS,
  bills: BILLS,
  bill_payments: PAYMENTS,
  bill_credit_notes: CREDIT_NOTES,
  products: REFERENCE_RECORDS,
  ledger_accounts: REFERENCE_RECORDS,
  tasks: TASKS,
  bill_tickets: REFERENCE_RECORDS,
};
