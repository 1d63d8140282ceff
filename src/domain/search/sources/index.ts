// Where the facts of each type of hit come from; a type of the spec without a source does not compile.
import type { SearchType } from '../../../../generated/types.ts';
import { COUNTERPARTIES } from './counterparties.ts';
import { ENTITIES } from './entities.ts';
import { INVOICES } from './invoices.ts';
import { REFERENCE_RECORDS } from './reference-records.ts';
import { NO_SOURCE, type SearchSource } from './source.ts';
import { TEAM_MEMBERS } from './team-members.ts';

export const SOURCES: Readonly<Record<SearchType, SearchSource>> = {
  invoices: INVOICES,
  counterparties: COUNTERPARTIES,
  entities: ENTITIES,
  clients: REFERENCE_RECORDS,
  team_members: TEAM_MEMBERS,
  invoice_payments: NO_SOURCE,
  invoice_credit_notes: REFERENCE_RECORDS,
  invoicing_arrangements: REFERENCE_RECORDS,
  bills: NO_SOURCE,
  bill_payments: NO_SOURCE,
  bill_credit_notes: REFERENCE_RECORDS,
  products: REFERENCE_RECORDS,
  ledger_accounts: REFERENCE_RECORDS,
  tasks: NO_SOURCE,
  bill_tickets: REFERENCE_RECORDS,
};
