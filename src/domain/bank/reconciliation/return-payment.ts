// return_payment: the bank took a payment back. The payment is reversed, its documents are owed again, the bank's fee is
// booked apart, and the transactions that brought and took the money are settled by each other.
import { RETURNS } from '../../../../generated/vocabulary/returns.ts';
import type { BankTransactionId } from '../../../../generated/ids.ts';
import type { ReturnedPayment } from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ReturnState } from '../../../db/schema.ts';
import { amount, minorToWire, parseAmount, saidAmount } from '../../../base/money/amount.ts';
import { asChecked, type Raises } from '../../../base/raises.ts';
import { addDays, addMonths, asDay, type IsoDay } from '../../../base/time/day.ts';
import { returnFeeLimit } from '../../../matching/index.ts';
import { draftTotals } from '../../documents/credit-notes/store/notes.ts';
import { bookReturnFee } from '../../documents/payments/return-fee.ts';
import { describePaymentForAdmin } from '../../documents/payments/for-admin.ts';
import { type ReversalRefusal, requireReversible, reversePayment } from '../../documents/payments/reverse.ts';
import { type StoredPayment, findPayment } from '../../documents/payments/store/payments.ts';
import { unlinkFromBankLine } from '../../documents/payments/store/state.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { changeLine, lineState, requireMatchable } from '../transactions/line.ts';
import { type BankLine, lockLines } from '../transactions/store/lines.ts';
import { FEE_ONLY, findCancelled, requireUnreturned } from './returned-before.ts';
import { setAside } from './set-aside.ts';
import { insertReturn } from './store/returns.ts';

export type ReturnRefusal =
  | ReversalRefusal
  | 'payment_not_found'
  | 'transaction_not_found'
  | 'transaction_already_confirmed'
  | 'transaction_not_matchable'
  | 'bank_account_inactive'
  | 'return_wrong_direction'
  | 'return_other_currency'
  | 'return_amounts_differ'
  | 'return_fee_to_name'
  | 'return_fee_too_large'
  | 'return_before_payment'
  | 'return_too_late'
  | 'return_of_shared_payment';

export type ReturnScope = WriteScope & Raises<ReturnRefusal | 'changed_meanwhile'>;

export interface AskedReturn {
  readonly payment_id: string;
  readonly transaction_id: string;
  readonly unauthorised?: boolean | undefined;
  readonly fee?: string | number | undefined;
  readonly fee_transaction_id?: string | undefined;
}

interface Lines {
  readonly back: BankLine;
  readonly fee: BankLine | null;
  /** Which had brought the money. */
  readonly sent: BankLine | null;
}

const REASON = 'Returned by the bank';

export const returnPayment = async (ctx: ReturnScope, asked: AskedReturn): Promise<ReturnedPayment> => {
  const { payment_id, unauthorised = false } = asked;
  const found = await findPayment(ctx, payment_id);
  if (found === undefined) throw ctx.error('payment_not_found', { path: 'payment_id', received: payment_id });
  const cancelled = await findCancelled(ctx, found);
  const payment = cancelled ?? found;
  const lines = await lockThem(ctx, asked, payment);
  // A payment that is reversed has no transaction any more: it is told before anything else.
  if (cancelled === undefined) await requireReversible(asChecked(ctx, 'no_payment'), payment_id);
  else await requireUnreturned(ctx, payment, lines.sent);
  await requireFree(ctx, lines);
  requireOpposite(ctx, lines, payment);
  requireInTime(ctx, lines.back, payment, unauthorised);
  const fee_minor = requireWhole(ctx, lines, payment, asked);
  const state = cancelled === undefined ? await stateOf(ctx, payment) : FEE_ONLY;
  await settle(ctx, lines, payment, fee_minor);
  await insertReturn(ctx, {
    bank_transaction_id: lines.back.id,
    payment_id,
    sent_transaction_id: lines.sent?.id ?? null,
    fee_transaction_id: lines.fee?.id ?? null,
    fee_minor,
    unauthorised,
    state,
    created_at: toInstant(ctx.now),
  });
  return describe(ctx, lines, payment_id, { fee_minor, unauthorised });
};

/** What an undo needs, with the drafts that go with the payment. */
const stateOf = async (ctx: WriteScope, { row, allocations }: StoredPayment): Promise<ReturnState> => {
  const drafts = await draftTotals(
    ctx,
    allocations.flatMap(({ credit_note_id }) => credit_note_id ?? []),
  );
  return {
    unallocated_minor: row.unallocated_minor,
    allocations: allocations.map(({ position, amount_minor, payment_minor, credit_note_id }) => {
      const note_minor = drafts.get(credit_note_id ?? '');
      return { position, amount_minor, payment_minor, ...(note_minor === undefined ? {} : { note_minor }) };
    }),
  };
};

/** In the order of their ids, whichever was named. */
const lockThem = async (
  ctx: ReturnScope,
  { transaction_id, fee_transaction_id }: AskedReturn,
  { row }: StoredPayment,
): Promise<Lines> => {
  const ids = [transaction_id, fee_transaction_id, row.bank_transaction_id].filter(
    (id) => id !== undefined && id !== null,
  );
  const locked = await lockLines(ctx, [...new Set(ids)]);
  const of = (path: string, id: string): BankLine => {
    const line = locked.find((each) => each.id === id);
    if (line !== undefined) return line;
    throw ctx.error('transaction_not_found', { path, received: id });
  };
  // What the payment had may have been undone before the lines were locked.
  const now = await findPayment(ctx, row.id);
  if (now?.row.bank_transaction_id !== row.bank_transaction_id && now?.row.status === 'recorded')
    throw ctx.error('return_of_shared_payment', { path: 'payment_id', payment_id: row.id });
  return {
    back: of('transaction_id', transaction_id),
    fee: fee_transaction_id === undefined ? null : of('fee_transaction_id', fee_transaction_id),
    sent: locked.find(({ id }) => id === row.bank_transaction_id) ?? null,
  };
};

const requireFree = async (ctx: ReturnScope, { back, fee }: Lines): Promise<void> => {
  for (const line of fee === null ? [back] : [back, fee]) await requireMatchable(ctx, line);
};

const requireOpposite = (ctx: ReturnScope, { back, fee }: Lines, { row }: StoredPayment): void => {
  const { id: payment_id, type, currency: payment_currency } = row;
  const wanted = type === 'invoice_payment' ? 'debit' : 'credit';
  const about = { payment_id, transaction_id: back.id };
  if (back.transaction_type !== wanted)
    throw ctx.error('return_wrong_direction', { path: 'transaction_id', ...about });
  // A fee is always taken.
  if (fee !== null && (fee.transaction_type !== 'debit' || fee.id === back.id))
    throw ctx.error('return_wrong_direction', {
      path: 'fee_transaction_id',
      ...about,
      transaction_id: fee.id,
    });
  for (const { currency } of fee === null ? [back] : [back, fee])
    if (currency !== payment_currency)
      throw ctx.error('return_other_currency', { path: 'transaction_id', currency, payment_currency });
};

/** The last day on which a payment of this day may come back. */
const lastReturnDay = (paid_on: IsoDay, unauthorised: boolean): IsoDay =>
  unauthorised ? addMonths(paid_on, RETURNS.months) : addDays(paid_on, RETURNS.weeks * 7);

const requireInTime = (
  ctx: ReturnScope,
  { date }: BankLine,
  { row }: StoredPayment,
  unauthorised: boolean,
): void => {
  const paid_on = asDay(row.paid_on);
  const about = { path: 'transaction_id', paid_on, date: asDay(date) };
  if (date < paid_on) throw ctx.error('return_before_payment', about);
  const last = lastReturnDay(paid_on, unauthorised);
  if (date > last) throw ctx.error('return_too_late', { ...about, last });
};

/** What the bank took for it; the amounts must come to the payment, to the cent. */
const requireWhole = (
  ctx: ReturnScope,
  { back, fee: feeLine }: Lines,
  { row }: StoredPayment,
  asked: AskedReturn,
): number => {
  const { currency } = row;
  const said = (minor: number) => saidAmount(amount(minor, currency));
  // Inside, more goes out than had come in, and less comes in than had gone out.
  const more = back.amount_minor - row.amount_minor;
  const inside = row.type === 'invoice_payment' ? more : -more;
  const taken = inside + (feeLine?.amount_minor ?? 0);
  const named = asked.fee === undefined ? undefined : parseAmount(String(asked.fee), currency).minor;
  const amounts = { payment: said(row.amount_minor), came_back: said(back.amount_minor) };
  const most = returnFeeLimit(currency, row.amount_minor);
  if (inside < 0 || (named !== undefined && named !== taken))
    throw ctx.error('return_amounts_differ', {
      path: named === undefined ? 'transaction_id' : 'fee',
      ...amounts,
      fee: said(named ?? feeLine?.amount_minor ?? 0),
    });
  if (taken > most)
    throw ctx.error('return_fee_too_large', { path: 'fee', fee: said(taken), most: said(most) });
  // A transaction that was named says as much as an amount.
  if (inside > 0 && named === undefined)
    throw ctx.error('return_fee_to_name', { path: 'fee', ...amounts, fee: said(inside) });
  return taken;
};

/** Reverses the payment without touching its transaction, whose money did come. */
const settle = async (ctx: ReturnScope, lines: Lines, { row }: StoredPayment, fee_minor: number) => {
  const { back, fee, sent } = lines;
  const isReversed = row.status === 'reversed';
  const open = [back, fee, isReversed ? sent : null].filter((line) => line !== null);
  await setAside(ctx, open);
  if (isReversed) await bookReturnFee(ctx, row, back.date, fee_minor);
  else {
    await unlinkFromBankLine(ctx, row.id);
    const checked = asChecked(ctx, 'no_payment');
    await reversePayment(checked, row.id, REASON, { on: asDay(back.date), fee_minor });
  }
  const told = { returns: row.id, fee_minor };
  if (sent !== null) await link(ctx, sent, back.id, told);
  await link(ctx, back, sent?.id ?? null, told);
  if (fee !== null) await link(ctx, fee, back.id, told);
};

const link = async (
  ctx: WriteScope,
  line: BankLine,
  transfer_peer_id: string | null,
  told: object,
): Promise<void> => {
  const matched = line.match_status === 'confirmed' ? line.matched_at : toInstant(ctx.now);
  const after = await changeLine(ctx, line, {
    match_status: 'confirmed',
    matched_at: matched,
    transfer_peer_id,
    transfer_status: 'returned',
  });
  ctx.record({
    event: 'bank_transaction.confirmed',
    record_type: 'bank_transaction',
    record_id: line.id,
    before: lineState(line),
    after: { ...lineState(after), ...told },
  });
};

const describe = async (
  ctx: ReturnScope,
  { back, sent, fee }: Lines,
  id: string,
  { fee_minor, unauthorised }: { readonly fee_minor: number; readonly unauthorised: boolean },
): Promise<ReturnedPayment> => {
  const found = await describePaymentForAdmin(asChecked(ctx, 'no_payment'), id);
  const { object, amount: paid, currency, counterparty_name, reversed_on } = found;
  // The ids are of records that were just read.
  return {
    object,
    id,
    payment_id: id,
    status: 'reversed',
    amount: paid,
    currency,
    fee: minorToWire(fee_minor, currency),
    unauthorised,
    reversed_on: reversed_on ?? ctx.today,
    counterparty_name,
    transaction_id: back.id as BankTransactionId,
    sent_transaction_id: (sent?.id ?? null) as BankTransactionId | null,
    fee_transaction_id: (fee?.id ?? null) as BankTransactionId | null,
  };
};
