// The rate of a payment in another currency than its document's.
import { LIMITS } from '../../../../generated/limits.ts';
import { rateFor } from '../../money/exchange-rates/latest-rate.ts';
import { type Decimal, decimal } from '../../../base/money/decimal.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { type IsoDay, addDays } from '../../../base/time/day.ts';
import { requireOpenDay } from '../../ground/periods/period.ts';
import type { SettledDocument } from '../shared/document.ts';

export type RateScope = WriteScope & Raises<'exchange_rate_unavailable'> & Warns<'exchange_rate_date'>;

export interface PaymentRate {
  /**
   * What one unit of the payment's currency is worth in the document's. Exact as far as the known rates are: an
   * inverse that was rounded to the stored decimals would miss large amounts by cents.
   */
  readonly rate: Decimal;
  readonly date: IsoDay;
  readonly source: string;
}

const ONE = decimal('1');

/**
 * On the payment's day, through the entity's own currency, for which every rate is known; null in the same currency. The
 * older of two rates gives the date.
 */
export const paymentRate = async (
  ctx: RateScope,
  payment: string,
  document: string,
  day: IsoDay,
): Promise<PaymentRate | null> => {
  if (payment === document) return null;
  const paid = await rateFor(ctx, payment, day);
  const owed = await rateFor(ctx, document, day);
  const used = [paid, owed].filter((rate) => rate !== null);
  const oldest = used.toSorted((a, b) => (a.date < b.date ? -1 : 1))[0];
  if (oldest === undefined) throw new Error(`no rate between ${payment} and ${document}`);
  return {
    rate: (paid?.rate ?? ONE).div(owed?.rate ?? ONE),
    date: oldest.date,
    source: [...new Set(used.map(({ source }) => source))]
      .join(' / ')
      .slice(0, LIMITS.InvoicePayment.exchange_rate_source),
  };
};

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
