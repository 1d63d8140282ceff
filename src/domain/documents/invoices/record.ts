// An invoice as the books hold it: its row, its lines, and what it needs to know of its customer.
import type { Row } from '../../../db/schema.ts';

export type InvoiceHeader = Omit<Row<'invoice'>, 'entity_id' | 'import_hash' | 'import_version'>;
export type InvoiceLineRow = Omit<Row<'invoice_line'>, 'entity_id' | 'invoice_id'>;

export type InvoiceCustomer = Pick<
  Row<'counterparty'>,
  'id' | 'name' | 'country_code' | 'tax_id' | 'postal_code' | 'details'
> &
  Partial<Pick<Row<'counterparty'>, 'email'>>;

export interface InvoiceRecord {
  readonly header: InvoiceHeader;
  readonly lines: readonly InvoiceLineRow[];
  readonly customer: InvoiceCustomer;
}
