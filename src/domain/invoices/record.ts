// An invoice as the books hold it: its row, its lines, and what it needs to know of its customer.
import type { Selectable } from 'kysely';
import type { CounterpartyTable, InvoiceLineTable, InvoiceTable } from '../../db/schema.ts';

export type InvoiceHeader = Omit<Selectable<InvoiceTable>, 'entity_id' | 'import_hash' | 'import_version'>;
export type InvoiceLineRow = Omit<Selectable<InvoiceLineTable>, 'entity_id' | 'invoice_id'>;

export type InvoiceCustomer = Pick<
  Selectable<CounterpartyTable>,
  'id' | 'name' | 'country_code' | 'tax_id' | 'postal_code' | 'details'
>;

export interface InvoiceRecord {
  readonly header: InvoiceHeader;
  readonly lines: readonly InvoiceLineRow[];
  readonly customer: InvoiceCustomer;
}

/** An invoice in a list, with what the list shows of its customer. */
export type InvoiceListRow = Omit<
  InvoiceHeader,
  | 'payment_terms_days'
  | 'exchange_rate'
  | 'exchange_rate_date'
  | 'exchange_rate_source'
  | 'presettled_minor'
  | 'closed_on'
  | 'tax_breakdown'
  | 'country_details'
  | 'notes'
  | 'external_id'
  | 'version'
> & {
  readonly customer_name: string;
  readonly customer_tax_id: string | null;
};
