// The exchange rate of a document: the latest one known on or before its day.
import type { WriteScope } from '../change/scope.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import type { IsoDay } from '../../base/time/day.ts';
import { latestRate } from './latest-rate.ts';
import { insertMissingRates, toRateRow } from './store.ts';
import { type ExchangeRate, SERVICE_WIDE } from '../../base/exchange-rate.ts';

type RateScope = WriteScope & Raises<'exchange_rate_unavailable'> & Warns<'exchange_rate_date'>;

/**
 * How many units of the entity's currency one unit of `currency` is worth, or null when they are the same. The rate
 * that is used is kept, so that the books say for ever where it came from.
 */
export const rateFor = async (
  ctx: RateScope,
  currency: string,
  day: IsoDay,
): Promise<ExchangeRate | null> => {
  const quote = ctx.entity.currency;
  if (currency === quote) return null;
  const rate = await rateIfKnown(ctx, currency, day);
  if (rate === null) {
    throw ctx.error('exchange_rate_unavailable', { path: 'currency', base: currency, quote, date: day });
  }
  if (rate.date !== day) {
    ctx.warn('exchange_rate_date', {
      path: 'currency',
      base: currency,
      quote,
      wanted_date: day,
      rate_date: rate.date,
    });
  }
  return rate;
};

/** The same for documents that stand without a rate: null also when none is known. */
export const rateIfKnown = async (
  ctx: WriteScope,
  currency: string,
  day: IsoDay,
): Promise<ExchangeRate | null> => {
  const quote = ctx.entity.currency;
  if (currency === quote) return null;
  const known = await latestRate(ctx.db, ctx.entity.organisation_id, { base: currency, quote, day });
  if (known === undefined) return null;
  // A bundled rate is everybody's.
  if (!known.stored) await insertMissingRates(ctx.db, [toRateRow(SERVICE_WIDE, known.rate, ctx.now)]);
  return known.rate;
};
