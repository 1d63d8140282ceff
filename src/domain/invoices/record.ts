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
