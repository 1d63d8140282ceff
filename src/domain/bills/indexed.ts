import type { IndexedRecord } from '../search-index/index-record.ts';
import { formatBillFolio } from '../documents/folio.ts';
import type { BillHeader, BillSupplier } from './record.ts';

type Named = Pick<BillHeader, 'id' | 'title' | 'bill_number' | 'series' | 'uuid' | 'external_id'>;

/** By which words and numbers search finds a bill: its title, its supplier's name, its number and UUID. */
export const indexedBill = (header: Named, supplier: Pick<BillSupplier, 'name'>): IndexedRecord => ({
  record_id: header.id,
  type: 'bills',
  label: header.title === null ? supplier.name : `${header.title} – ${supplier.name}`,
  identifiers: [formatBillFolio(header), header.bill_number, header.external_id, header.uuid],
});
