// Where the facts of each type of hit come from; a type of the spec without a source does not compile.
import type { SearchType } from '../../../../generated/types.ts';
import {
  invoiceFacts,
  billFacts,
  creditNoteFacts,
  paymentFacts,
  counterpartyFacts,
  entityFacts,
  memberFacts,
  taskFacts,
  referenceFacts,
  type ReadFacts,
} from './store.ts';

export const SOURCES: Readonly<Record<SearchType, ReadFacts>> = {
  invoices: invoiceFacts,
  counterparties: counterpartyFacts,
  entities: entityFacts,
  clients: referenceFacts,
  team_members: memberFacts,
  invoice_payments: paymentFacts,
  invoice_credit_notes: creditNoteFacts,
  invoicing_arrangements: referenceFacts,
  bills: billFacts,
  bill_payments: paymentFacts,
  bill_credit_notes: creditNoteFacts,
  products: referenceFacts,
  ledger_accounts: referenceFacts,
  tasks: taskFacts,
  bill_tickets: referenceFacts,
};
