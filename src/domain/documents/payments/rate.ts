// The rate of a payment in another currency than its document's.
import { LIMITS } from '../../../../generated/limits.ts';
import { rateFor } from '../../money/exchange-rates/rate-for.ts';
import { decimal, type Decimal } from '../../../base/money/decimal.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';

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
