// A payment that was reversed counts again, with what it had settled: for a return that was booked by mistake.
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { post } from '../../money/ledger/post.ts';
import { isOwed, pay } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import type { ReturnState } from '../../../db/schema.ts';
import { paymentState } from './describe.ts';
import { type Allocation, type AllocationRow, NO_CAUSE, type PaymentRow, paymentFact } from './items.ts';
import { countPaid, listFees, listMovements } from './movements.ts';
import { findPayment, lockPayment } from './store/payments.ts';
import { markRecorded } from './store/state.ts';

type ReinstateScope = WriteScope & Raises<'no_payment' | 'payment_document_closed' | 'return_settled_since'>;

interface Before extends ReturnState {
  readonly bank_transaction_id: string | null;
  readonly fee_minor: number;
}

/** Drafts the credit note of a discount anew; null where there can be none any more. */
export type Redraft = (invoice_id: string, minor: number, currency: string) => Promise<string | null>;

export const reinstatePayment = async (
  ctx: ReinstateScope,
  payment_id: string,
  before: Before,
  redraft: Redraft,
): Promise<void> => {
  const seen = await findPayment(ctx, payment_id);
  if (seen === undefined) throw ctx.error('no_payment', { payment_id });
  const allocations: Allocation[] = [];
  for (const kept of seen.allocations.toSorted((a, b) => (a.record_id < b.record_id ? -1 : 1))) {
    const row = { ...kept, ...amountsAt(before, kept.position) };
    const document = await settleAgain(ctx, payment_id, row);
    // A note that waited for the payment went with it.
    const noted = kept.credit_note_id === null ? {} : await noteAgain(before, { row, document }, redraft);
    allocations.push({ row: { ...row, ...noted }, document });
  }
  const rows = allocations.map(({ row }) => row);
  const locked = await lockPayment(ctx, payment_id);
  if (locked?.row.status !== 'reversed') throw new Error(`${payment_id} is not reversed`);
  const { bank_transaction_id, unallocated_minor } = before;
  const payment: PaymentRow = {
    ...locked.row,
    status: 'recorded',
    unallocated_minor,
    bank_transaction_id,
    bank_linked: bank_transaction_id !== null,
    reversed_on: null,
    reversal_reason: null,
  };
  await markRecorded(ctx, payment, rows);
  const taken = { payment, allocations };
  const day = await toOpenDay(ctx, asDay(locked.row.reversed_on ?? ctx.today));
  const movements = [...listMovements(taken), ...listFees(payment, day, -before.fee_minor)];
  await post(
    ctx,
    movements.map((movement) => ({ ...movement, date: day })),
    [countPaid(taken, 1)],
  );
  ctx.record({
    event: 'payment.recorded',
    record_type: payment.type,
    record_id: payment_id,
    before: paymentState({ payment: locked.row, allocations: [] }, ctx),
    after: paymentState(taken, ctx),
  });
  if (!payment.historic) await ctx.tell('payments_recorded', [paymentFact(taken)]);
};

const amountsAt = (
  { allocations }: Before,
  at: number,
): Pick<AllocationRow, 'amount_minor' | 'payment_minor'> => {
  const found = allocations.find(({ position }) => position === at);
  return { amount_minor: found?.amount_minor ?? 0, payment_minor: found?.payment_minor ?? 0 };
};

const noteAgain = async (
  { allocations }: Before,
  { row: { position, record_id, difference_cause }, document: { currency } }: Allocation,
  redraft: Redraft,
): Promise<Partial<AllocationRow>> => {
  const minor = allocations.find((each) => each.position === position)?.note_minor;
  const credit_note_id = minor === undefined ? null : await redraft(record_id, minor, currency);
  return credit_note_id === null ? NO_CAUSE : { difference_cause, credit_note_id };
};

const settleAgain = async (ctx: ReinstateScope, payment_id: string, row: AllocationRow) => {
  const document = await lockDocument(ctx, row.record_type, row.record_id);
  if (document === undefined) throw new Error(`${row.record_id} of ${payment_id} is not there`);
  const about = { path: 'transaction_id', payment_id, document: document.folio ?? document.id };
  if (!isOwed(document.kind, document.status))
    throw ctx.error('payment_document_closed', { ...about, status: document.status });
  if (document.kind === 'invoice' && document.balance_minor < row.amount_minor)
    throw ctx.error('return_settled_since', about);
  return pay(ctx, document, row.amount_minor, { overpay: document.kind === 'bill' });
};
