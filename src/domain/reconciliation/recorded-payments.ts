// Payments that somebody recorded and that no bank line explains yet. One that explains a line is linked to it: booking
// the line as well would count the money twice.
import type { PaymentType } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import { addDays, asDay } from '../../base/time/day.ts';
import type { BankLine } from './transaction.ts';

/** A bank books within days of what a person noted. */
export const EXPLAINS_WITHIN_DAYS = 6;
/** Who links a payment to a named document may have noted it a while before or after. */
const LINKS_WITHIN_DAYS = 60;

export interface RecordedPayment {
  readonly id: string;
  readonly type: PaymentType;
  readonly counterparty_id: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly paid_on: string;
  readonly reference: string | null;
  readonly record_ids: readonly string[];
}

export const paymentTypeOfLine = ({ transaction_type }: Pick<BankLine, 'transaction_type'>): PaymentType =>
  transaction_type === 'credit' ? 'invoice_payment' : 'bill_payment';

/** Those of the counterparty that have the line's amount and about its day. */
export const explaining = (
  ctx: ReadScope,
  line: BankLine,
  counterpartyId: string,
): Promise<readonly RecordedPayment[]> => unlinked(ctx, line, counterpartyId, EXPLAINS_WITHIN_DAYS);

/** Those that could be linked when the documents are named: of just these documents, else what explains the line. */
export const linkable = async (
  ctx: ReadScope,
  line: BankLine,
  counterpartyId: string,
  recordIds: readonly string[],
): Promise<readonly RecordedPayment[]> => {
  const near = await unlinked(ctx, line, counterpartyId, LINKS_WITHIN_DAYS);
  const wanted = new Set(recordIds);
  const same = near.filter(
    ({ record_ids }) => record_ids.length === wanted.size && record_ids.every((id) => wanted.has(id)),
  );
  if (same.length > 0) return same;
  const first = addDays(asDay(line.date), -EXPLAINS_WITHIN_DAYS);
  const last = addDays(asDay(line.date), EXPLAINS_WITHIN_DAYS);
  return near.filter(({ paid_on }) => paid_on >= first && paid_on <= last);
};

const unlinked = async (
  ctx: ReadScope,
  line: BankLine,
  counterpartyId: string,
  days: number,
): Promise<readonly RecordedPayment[]> => {
  const day = asDay(line.date);
  const rows = await scoped(ctx, 'payment')
    .select()
    .select(['id', 'type', 'counterparty_id', 'amount_minor', 'currency', 'paid_on', 'reference'])
    .where('type', '=', paymentTypeOfLine(line))
    .where('bank_linked', '=', false)
    .where('paid_on', '>=', addDays(day, -days))
    .where('paid_on', '<=', addDays(day, days))
    .where('counterparty_id', '=', counterpartyId)
    .where('amount_minor', '=', line.amount_minor)
    .where('currency', '=', line.currency)
    .orderBy('paid_on')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const allocations = await scoped(ctx, 'payment_allocation')
    .select()
    .select(['payment_id', 'record_id'])
    .where(
      'payment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map((row) => ({
    ...row,
    record_ids: allocations.flatMap(({ payment_id, record_id }) =>
      payment_id === row.id ? [record_id] : [],
    ),
  }));
};

/** Gives the payment its bank line; false when another line came first. */
export const linkPayment = async (ctx: WriteScope, paymentId: string, lineId: string): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'payment')
    .update()
    .set({ bank_linked: true, bank_transaction_id: lineId })
    .where('id', '=', paymentId)
    .where('bank_linked', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};
