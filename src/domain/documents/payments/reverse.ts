// Takes a wrongly recorded payment back: its documents are owed again, the ledger gets entries of the day of the
// reversal, and the payment stays readable. A bank match of the payment is undone with it; see `books.ts`.
import type { SettledDocument } from '../shared/document.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { isOwed, unpay } from '../shared/settle.ts';
import { post } from '../../money/ledger/post.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay, type IsoDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { paymentState } from './describe.ts';
import { type Allocation, type AllocationRow, type PaymentRow, paymentFact } from './items.ts';
import { countPaid, listFees, listReversals } from './movements.ts';
import { type StoredPayment, findPayment, lockPayment } from './store/payments.ts';
import { markReversed } from './store/state.ts';

/** The last three are of who hears that a payment was reversed; see `filing/complements/take-back.ts`, `filing/discounts`. */
export type ReversalRefusal =
  | 'payment_reversed'
  | 'payment_document_closed'
  | 'payment_partly_freed'
  | 'complement_being_filed'
  | 'complement_to_cancel_first'
  | 'discount_note_filed';

export type ReverseScope = WriteScope & Raises<ReversalRefusal | 'no_payment'>;

interface Taken {
  /** When the bank took it back; today for a payment that was wrong from the start. */
  readonly on?: IsoDay;
  /** What the bank took for that. */
  readonly fee_minor?: number;
}

/** Answers the bank transaction that has no match any more. */
export const reversePayment = async (
  ctx: ReverseScope,
  paymentId: string,
  reason: string,
  { on = ctx.today, fee_minor = 0 }: Taken = {},
): Promise<Pick<PaymentRow, 'bank_transaction_id'>> => {
  const seen = await requirePayment(ctx, findPayment, paymentId);
  const documents = await lockDocuments(ctx, seen.allocations);
  const before = await requirePayment(ctx, lockPayment, paymentId);
  requireUntouched(ctx, before, documents);
  const reversed: Allocation[] = [];
  for (const row of before.allocations) {
    const document = documents.get(row.record_id);
    if (document === undefined) throw new Error(`${row.record_id} of ${paymentId} is not locked`);
    const owed = await unpay(ctx, document, row.amount_minor);
    // Its surplus may have been set off against the same document later.
    documents.set(row.record_id, owed);
    reversed.push({ row, document: owed });
  }
  const payment = before.row;
  const day = await toOpenDay(ctx, on > payment.paid_on ? on : asDay(payment.paid_on));
  const taken = { payment, allocations: reversed };
  const movements = [...listReversals(taken, day, reason), ...listFees(payment, day, fee_minor)];
  await post(ctx, movements, [countPaid(taken, -1)]);
  await markReversed(ctx, paymentId, { reversed_on: day, reversal_reason: reason });
  const after = await requirePayment(ctx, findPayment, paymentId);
  ctx.record({
    event: 'payment.reversed',
    record_type: payment.type,
    record_id: paymentId,
    before: paymentState({ payment, allocations: reversed }, ctx),
    after: { ...paymentState({ payment: after.row, allocations: [] }, ctx), reversed_on: day, reason },
  });
  await ctx.tell('payment_reversed', { ...paymentFact({ payment, allocations: reversed }), reason });
  return { bank_transaction_id: payment.bank_transaction_id };
};

/** Refuses what cannot be taken back; the documents stay locked. */
export const requireReversible = async (ctx: ReverseScope, paymentId: string): Promise<void> => {
  const seen = await requirePayment(ctx, findPayment, paymentId);
  const documents = await lockDocuments(ctx, seen.allocations);
  requireUntouched(ctx, await requirePayment(ctx, lockPayment, paymentId), documents);
};

const requirePayment = async (
  ctx: ReverseScope,
  find: (ctx: WriteScope, id: string) => Promise<StoredPayment | undefined>,
  payment_id: string,
): Promise<StoredPayment> => {
  const payment = await find(ctx, payment_id);
  if (payment === undefined) throw ctx.error('no_payment', { payment_id });
  return payment;
};

/** In the order of their ids, and before the payment. */
const lockDocuments = async (
  ctx: WriteScope,
  allocations: readonly AllocationRow[],
): Promise<Map<string, SettledDocument>> => {
  const documents = new Map<string, SettledDocument>();
  for (const { record_type, record_id } of allocations.toSorted((a, b) =>
    a.record_id < b.record_id ? -1 : 1,
  )) {
    const document = await lockDocument(ctx, record_type, record_id);
    if (document !== undefined) documents.set(record_id, document);
  }
  return documents;
};

/** What later steps built on the payment cannot be taken from under them. */
const requireUntouched = (
  ctx: ReverseScope,
  { row, allocations }: StoredPayment,
  documents: ReadonlyMap<string, SettledDocument>,
): void => {
  const about = { path: 'payment_id', payment_id: row.id };
  if (row.status === 'reversed')
    throw ctx.error('payment_reversed', { ...about, reversed_on: asDay(row.reversed_on ?? '') });
  const closed = [...documents.values()].find(({ kind, status }) => !isOwed(kind, status));
  if (closed !== undefined) {
    const { id, folio, status } = closed;
    throw ctx.error('payment_document_closed', { ...about, document: folio ?? id, status });
  }
  const allocated = allocations.reduce((sum, { payment_minor }) => sum + payment_minor, 0);
  const whole = allocated + row.unallocated_minor === row.amount_minor;
  if (whole && row.unallocated_minor <= row.surplus_minor) return;
  throw ctx.error('payment_partly_freed', about);
};
