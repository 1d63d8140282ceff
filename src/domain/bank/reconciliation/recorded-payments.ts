// Payments that somebody recorded and that no bank line explains yet. One that explains a line is linked to it: booking
// the line as well would count the money twice.
import type { PaymentObject } from '../../../../generated/types.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { addDays, asDay } from '../../../base/time/day.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { findUnlinkedPayments, type UnlinkedPayment } from './store/payments.ts';

/** A bank books within days of what a person noted. */
export const EXPLAINS_WITHIN_DAYS = 6;
/** Who links a payment to a named document may have noted it a while before or after. */
const LINKS_WITHIN_DAYS = 60;

export type RecordedPayment = UnlinkedPayment;

export const paymentTypeFor = ({ transaction_type }: Pick<BankLine, 'transaction_type'>): PaymentObject =>
  transaction_type === 'credit' ? 'invoice_payment' : 'bill_payment';

/** Those of the counterparty that have the line's amount and about its day. */
export const findExplaining = (
  ctx: ReadScope,
  line: BankLine,
  counterpartyId: string,
): Promise<readonly RecordedPayment[]> => findUnlinked(ctx, line, counterpartyId, EXPLAINS_WITHIN_DAYS);

/** Those that could be linked when the documents are named: of just these documents, else what explains the line. */
export const findLinkable = async (
  ctx: ReadScope,
  line: BankLine,
  counterpartyId: string,
  recordIds: readonly string[],
): Promise<readonly RecordedPayment[]> => {
  const near = await findUnlinked(ctx, line, counterpartyId, LINKS_WITHIN_DAYS);
  const wanted = new Set(recordIds);
  const same = near.filter(
    ({ record_ids }) => record_ids.length === wanted.size && record_ids.every((id) => wanted.has(id)),
  );
  if (same.length > 0) return same;
  const first = addDays(asDay(line.date), -EXPLAINS_WITHIN_DAYS);
  const last = addDays(asDay(line.date), EXPLAINS_WITHIN_DAYS);
  const explaining = near.filter(({ paid_on }) => paid_on >= first && paid_on <= last);
  const named = explaining.filter((payment) => settlesOnly(payment, recordIds));
  return named.length > 0 ? named : explaining;
};

/** Nothing but these documents; a payment on account settles none. */
export const settlesOnly = (
  { record_ids }: Pick<RecordedPayment, 'record_ids'>,
  recordIds: readonly string[],
): boolean => record_ids.every((id) => recordIds.includes(id));

const findUnlinked = (
  ctx: ReadScope,
  line: BankLine,
  counterparty_id: string,
  days: number,
): Promise<readonly RecordedPayment[]> => {
  const day = asDay(line.date);
  const { amount_minor, currency } = line;
  const type = paymentTypeFor(line);
  return findUnlinkedPayments(ctx, addDays(day, -days), addDays(day, days), {
    type,
    counterparty_id,
    amount_minor,
    currency,
  });
};
