// What settles invoices and bills, and the ledger that it is posted to.
import type { Generated } from 'kysely';
import type { Day, DecimalText, Flag, Instant } from './columns.ts';

export type PaymentType = 'invoice_payment' | 'bill_payment';

export type DocumentKind = 'invoice' | 'bill';

/** Money received from a customer or paid to a supplier. */
export interface PaymentTable {
  entity_id: string;
  id: string;
  type: PaymentType;
  counterparty_id: string;
  amount_minor: number;
  currency: string;
  /** Document currency for one unit of the payment's; null in the same currency. */
  exchange_rate: DecimalText | null;
  exchange_rate_date: Day | null;
  exchange_rate_source: string | null;
  paid_on: Day;
  payment_method: string;
  reference: string | null;
  notes: string | null;
  /** In the payment's currency: what no document takes. */
  unallocated_minor: Generated<number>;
  bank_transaction_id: string | null;
  /** 1 when a bank line explains it, be it here or in the earlier system. */
  bank_linked: Flag;
  /** 1 when the imported balance of its document already counts it. */
  historic: Flag;
  external_id: string | null;
  created_at: Instant;
}

export interface PaymentAllocationTable {
  entity_id: string;
  payment_id: string;
  /** 1-based. */
  position: number;
  record_type: DocumentKind;
  record_id: string;
  /** In the document's currency. */
  amount_minor: number;
  /** The same part in the payment's currency. */
  payment_minor: number;
}

export interface CreditNoteTable {
  entity_id: string;
  id: string;
  type: 'invoice_credit_note' | 'bill_credit_note';
  counterparty_id: string;
  /** The invoice or bill that it credits; null for one on account. */
  record_id: string | null;
  series: string | null;
  number: string | null;
  uuid: string | null;
  /** The first three of notes to customers, the others of notes from suppliers. */
  status: 'draft' | 'filed' | 'void' | 'received' | 'validated' | 'rejected';
  issue_date: Day;
  currency: string;
  total_minor: number;
  reason: string | null;
  historic: Flag;
  external_id: string | null;
  created_at: Instant;
  updated_at: Instant;
}

/**
 * Receivables and payables, one row a movement, posted in the transaction that makes the movement. Running balances and
 * statements of any period are sums over one index.
 */
export interface LedgerEntryTable {
  entity_id: string;
  /** Time-ordered, so that entries of one day keep the order in which they were posted. */
  id: string;
  date: Day;
  ledger: 'ar' | 'ap';
  entry_type: string;
  counterparty_id: string;
  currency: string;
  debit_minor: number;
  credit_minor: number;
  /** What was booked: the invoice, bill, payment or credit note. */
  record_id: string;
  /** The document that a payment, credit note or reversal settles. */
  document_id: string | null;
  number: string | null;
  description: string | null;
  created_at: Instant;
}

/** `organisation_id` is empty for the service's own rates, which every organisation may use. */
export interface ExchangeRateTable {
  organisation_id: string;
  base: string;
  quote: string;
  date: Day;
  source: string;
  rate: DecimalText;
  created_at: Instant;
}
