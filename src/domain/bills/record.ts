// A bill as the books hold it: its row, its lines, its payments, and what it needs to know of its supplier.
import type { Selectable } from 'kysely';
import type { BillPaymentItem } from '../../../generated/types.ts';
import type { BillLineTable, BillTable, CounterpartyTable } from '../../db/schema.ts';

export type BillHeader = Omit<Selectable<BillTable>, 'entity_id' | 'import_hash' | 'import_version'>;
export type BillLineRow = Omit<Selectable<BillLineTable>, 'entity_id' | 'bill_id'>;
export type BillSupplier = Pick<Selectable<CounterpartyTable>, 'id' | 'name' | 'tax_id'>;

export interface BillRecord {
  readonly header: BillHeader;
  readonly lines: readonly BillLineRow[];
  readonly supplier: BillSupplier;
  readonly payments: readonly BillPaymentItem[];
}
