// A bill as the books hold it: its row, its lines, its payments, and what it needs to know of its supplier.
import type { Row } from '../../../db/schema.ts';
import type { BillPaymentItem } from '../../../../generated/types.ts';

export type BillHeader = Omit<Row<'bill'>, 'entity_id' | 'import_hash' | 'import_version'>;
export type BillLineRow = Omit<Row<'bill_line'>, 'entity_id' | 'bill_id'>;
export type BillSupplier = Pick<Row<'counterparty'>, 'id' | 'name' | 'tax_id'>;

export interface BillRecord {
  readonly header: BillHeader;
  readonly lines: readonly BillLineRow[];
  readonly supplier: BillSupplier;
  readonly payments: readonly BillPaymentItem[];
}
