import type { IndexedRecord } from '../search-index/index-record.ts';
import { uuidOf } from './filing.ts';
import { formatInvoiceFolio, hideReservedNumber } from '../documents/folio.ts';
import type { InvoiceRecord } from './record.ts';

/** By which words and numbers search finds an invoice: its title, its customer's name, its folio and UUID. */
export const indexedInvoice = ({
  header,
  customer,
}: Pick<InvoiceRecord, 'header' | 'customer'>): IndexedRecord => ({
  record_id: header.id,
  type: 'invoices',
  label: header.title === null ? customer.name : `${header.title} – ${customer.name}`,
  identifiers: [
    formatInvoiceFolio(header),
    hideReservedNumber(header).number,
    header.external_id,
    uuidOf(header),
  ],
});
