// Writes payments with everything that follows from them: allocations, ledger entries, search index and trail.
import type { PaymentObject } from '../../../../generated/types.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Row } from '../../../db/schema.ts';
import type { SettledDocument } from '../shared/document.ts';
import { post } from '../../money/ledger/post.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { indexRecords } from '../../ground/search-index/index-record.ts';
import { indexedPayment, paymentState } from './describe.ts';
import { type AllocationRow, NO_CAUSE, type PaymentRecord, type PaymentRow, paymentFact } from './items.ts';
import { countPaid, listMovements } from './movements.ts';
import { insertPaymentRows } from './store/payments.ts';

/** A part of a new payment, with the document as `settle.ts` left it. */
export interface NewAllocation {
  readonly document: SettledDocument;
  /** In the document's currency. */
  readonly amount_minor: number;
  /** The same part in the payment's; see `differenceOf`. */
  readonly payment_minor: number;
  /** Why less came, and what that takes off the taxes. */
  readonly cause?: Partial<Pick<AllocationRow, keyof typeof NO_CAUSE>>;
}

export interface NewPayment extends Omit<
  PaymentRow,
  | 'id'
  | 'type'
  | 'counterparty_id'
  | 'unallocated_minor'
  | 'surplus_minor'
  | 'created_at'
  | 'status'
  | 'reversed_on'
  | 'reversal_reason'
> {
  readonly type: PaymentObject;
  readonly counterparty: Pick<Row<'counterparty'>, 'id' | 'name'>;
  readonly allocations: readonly NewAllocation[];
}

/** Stores the payments; the documents that they settle must have been settled in this transaction. */
export const insertPayments = async (
  ctx: WriteScope,
  payments: readonly NewPayment[],
): Promise<readonly PaymentRecord[]> => {
  if (payments.length === 0) return [];
  const made = payments.map((payment) => ({ payment, record: toRecord(ctx, payment) }));
  const records = made.map(({ record }) => record);
  await insertPaymentRows(
    ctx,
    records.map(({ payment }) => payment),
    records.flatMap((record) => record.allocations.map(({ row }) => row)),
  );
  await post(
    ctx,
    records.flatMap(listMovements),
    records.map((record) => countPaid(record, 1)),
  );
  await indexRecords(
    ctx,
    made.map(({ payment, record }) =>
      indexedPayment(
        record.payment,
        payment.counterparty.name,
        payment.allocations.map(({ document }) => document.folio),
      ),
    ),
  );
  for (const record of records) {
    ctx.record({
      event: 'payment.recorded',
      record_type: record.payment.type,
      record_id: record.payment.id,
      before: null,
      after: paymentState(record, ctx),
    });
  }
  const fresh = records.filter(({ payment }) => !payment.historic);
  if (fresh.length > 0) await ctx.tell('payments_recorded', fresh.map(paymentFact));
  return records;
};

const toRecord = (ctx: WriteScope, { allocations, counterparty, ...facts }: NewPayment): PaymentRecord => {
  const id = newId(facts.type === 'invoice_payment' ? 'InvoicePaymentId' : 'BillPaymentId');
  const allocated = allocations.reduce((sum, { payment_minor }) => sum + payment_minor, 0);
  const unallocated_minor = facts.amount_minor - allocated;
  return {
    payment: {
      ...facts,
      id,
      counterparty_id: counterparty.id,
      unallocated_minor,
      surplus_minor: facts.bank_transaction_id === null ? 0 : unallocated_minor,
      status: 'recorded',
      reversed_on: null,
      reversal_reason: null,
      created_at: toInstant(ctx.now),
    },
    allocations: allocations.map(({ document, amount_minor, payment_minor, cause }, index) => ({
      document,
      row: {
        payment_id: id,
        position: index + 1,
        record_type: document.kind,
        record_id: document.id,
        amount_minor,
        payment_minor,
        ...NO_CAUSE,
        ...cause,
      },
    })),
  };
};
