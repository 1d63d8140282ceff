// A payment as the books hold it: its row and the documents that it settles.
import type { DocumentType, LedgerSide, PaymentObject } from '../../../../generated/types.ts';
import type { Row } from '../../../db/row.ts';
import type { SettledDocument } from '../shared/document.ts';

export type PaymentRow = Omit<Row<'payment'>, 'entity_id'>;
export type AllocationRow = Omit<Row<'payment_allocation'>, 'entity_id'>;

/** The part of a payment that settles one document, and the document as that leaves it. */
export interface Allocation {
  readonly row: AllocationRow;
  readonly document: SettledDocument;
}

export interface PaymentRecord {
  readonly payment: PaymentRow;
  readonly allocations: readonly Allocation[];
}

/** What settles a document of this kind. */
export const getPaymentType = (kind: DocumentType): PaymentObject => `${kind}_payment`;

/** Money in settles receivables, money out payables. */
export const chooseLedger = (type: PaymentObject): LedgerSide => (type === 'invoice_payment' ? 'ar' : 'ap');

/**
 * In one currency what came for a document may differ by cents from what it settles, which is booked apart: positive
 * when more came. Across currencies the two are worth the same.
 */
export const differenceOf = ({ row, document }: Allocation, currency: string): number =>
  document.currency === currency ? row.payment_minor - row.amount_minor : 0;
