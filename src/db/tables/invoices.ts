// Invoices to customers.
import type { Generated } from 'kysely';
import type { Day, DecimalText, Flag, Instant, Json } from './columns.ts';

export type StoredInvoiceStatus = 'draft' | 'filed' | 'void' | 'reversed';

export interface InvoiceTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  status: StoredInvoiceStatus;
  internal_status: string;
  series: string | null;
  number: string | null;
  title: string | null;
  issue_date: Day;
  due_date: Day;
  payment_terms_days: number;
  currency: string;
  exchange_rate: DecimalText | null;
  exchange_rate_date: Day | null;
  exchange_rate_source: string | null;
  subtotal_minor: number;
  tax_minor: number;
  total_minor: number;
  paid_minor: Generated<number>;
  credited_minor: Generated<number>;
  balance_minor: number;
  /** 1 while filed with a balance: the one equality that overdue and open lists run on. */
  open: Flag;
  /** The part of paid_minor that was settled in an earlier system and has no payment record here. */
  presettled_minor: Generated<number>;
  /** The day on which it became void or reversed. */
  closed_on: Generated<Day | null>;
  tax_breakdown: Json<TaxBreakdownRow[]>;
  country_details: Json<Record<string, string>>;
  filing_status: Generated<string>;
  filing: Json<Record<string, unknown>>;
  notes: string | null;
  external_id: string | null;
  /** Of the import row that made it or changed it last; null for what came another way. */
  import_hash: Generated<string | null>;
  /** `version` after that import: another one says that the books have changed it since. */
  import_version: Generated<number | null>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface TaxBreakdownRow {
  tax: string;
  category: string;
  rate: DecimalText;
  base: DecimalText;
  amount: DecimalText;
}

export interface InvoiceLineTable {
  entity_id: string;
  invoice_id: string;
  /** 1-based. */
  position: number;
  description: string;
  quantity: DecimalText;
  unit_price: DecimalText;
  subtotal: DecimalText;
  tax_rate: DecimalText;
  tax_amount: DecimalText;
  country_details: Json<Record<string, string | number>>;
}
