// A payment that was taken back before its return is booked, since its complement had to be cancelled first: the documents are
// owed again already, and what is left are the bank's fee and the links between the transactions.
import type { ReturnState } from '../../../db/schema.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { findComplementsOf } from '../../documents/complements/store.ts';
import { bookReturnFee } from '../../documents/payments/return-fee.ts';
import { lockPayment, type StoredPayment } from '../../documents/payments/store/payments.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { alreadyConfirmed } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { deleteReturn, hasReturn, type Return } from './store/returns.ts';

export const FEE_ONLY: ReturnState = { fee_only: true, unallocated_minor: 0, allocations: [] };

/** With the transaction that it had; undefined for a payment that counts, or that was reversed otherwise. */
export const findCancelled = async (
  ctx: ReadScope,
  payment: StoredPayment,
): Promise<StoredPayment | undefined> => {
  const { row } = payment;
  if (row.status !== 'reversed') return undefined;
  const wished = (await findComplementsOf(ctx, row.id)).flatMap(({ status, content }) =>
    status === 'void' && content.reversal !== null ? [content.reversal] : [],
  );
  if (wished.length === 0) return undefined;
  const lines = wished.map(({ bank_transaction_id }) => bank_transaction_id ?? null);
  const bank_transaction_id = lines.find((id) => id !== null) ?? null;
  return { ...payment, row: { ...row, bank_transaction_id } };
};

/** Locks the payment: two returns at the same time would both book their fee. */
export const requireUnreturned = async (
  ctx: WriteScope & Raises<'payment_reversed' | 'transaction_already_confirmed'>,
  { row: { id: payment_id, reversed_on } }: StoredPayment,
  sent: BankLine | null,
): Promise<void> => {
  await lockPayment(ctx, payment_id);
  if (await hasReturn(ctx, payment_id))
    throw ctx.error('payment_reversed', {
      path: 'payment_id',
      payment_id,
      reversed_on: asDay(reversed_on ?? ''),
    });
  // Its money has paid something else since.
  if (sent?.match_status === 'confirmed') throw alreadyConfirmed(ctx, sent);
};

/** The payment stays reversed; every transaction is open again. */
export const undoFeeOnly = async (
  ctx: WriteScope & Raises<'no_payment'>,
  { bank_transaction_id, payment_id, fee_minor }: Return,
  lines: readonly BankLine[],
): Promise<readonly BankLine[]> => {
  const payment = await lockPayment(ctx, payment_id);
  const back = lines.find(({ id }) => id === bank_transaction_id);
  if (payment === undefined || back === undefined) throw ctx.error('no_payment', { payment_id });
  await bookReturnFee(ctx, payment.row, back.date, -fee_minor);
  await deleteReturn(ctx, bank_transaction_id);
  return lines;
};
