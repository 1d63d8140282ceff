// The day of a payment: the money has moved, and the books of the day are open.
import type { WriteScope } from '../../ground/change/scope.ts';
import { requireOpenDay } from '../../ground/periods/period.ts';
import type { SettledDocument } from '../shared/document.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { addDays, type IsoDay } from '../../../base/time/day.ts';

export type PaymentDayScope = WriteScope &
  Raises<'period_closed' | 'payment_in_future'> &
  Warns<'payment_before_issue' | 'unusual_value'>;

/** The payer's bank may be a day ahead of the entity's time zone. */
const DAYS_AHEAD = 1;

export const requirePaymentDay = async (
  ctx: PaymentDayScope,
  document: SettledDocument,
  day: IsoDay,
  path: string,
): Promise<void> => {
  const latest = addDays(ctx.today, DAYS_AHEAD);
  if (day > latest) throw ctx.error('payment_in_future', { path, received: day, latest });
  await requireOpenDay(ctx, day, path);
  warnOfEarlyPayment(ctx, document, day, path);
  if (day > ctx.today) ctx.warn('unusual_value', { path, received: day, usual: `${ctx.today} or before` });
};

/** Money in advance of an invoice is rare, and often a mistyped day. */
export const warnOfEarlyPayment = (
  ctx: Warns<'payment_before_issue'>,
  { issue_date }: Pick<SettledDocument, 'issue_date'>,
  day: string,
  path: string,
): void => {
  if (day < issue_date) ctx.warn('payment_before_issue', { path, issue_date });
};
