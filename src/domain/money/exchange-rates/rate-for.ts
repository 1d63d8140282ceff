// The exchange rate of a document: the latest one on or before its date.
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { latestRate } from './latest-rate.ts';
import { insertMissingRates, toRateRow } from './store.ts';
import { type ExchangeRate, SERVICE_WIDE } from '../../../base/exchange-rate.ts';

type RateScope = WriteScope & Raises<'exchange_rate_unavailable'> & Warns<'exchange_rate_date'>;

/**
 * Units of the entity's currency per unit of `currency`, or null if they are the same. The rate used is stored, so that
 * its source stays traceable.
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

/** The same for documents that may lack a rate: also null if none is known. */
export const rateIfKnown = async (
  ctx: WriteScope,
  currency: string,
  day: IsoDay,
): Promise<ExchangeRate | null> => {
  const quote = ctx.entity.currency;
  if (currency === quote) return null;
  const known = await latestRate(ctx.db, ctx.entity.organisation_id, { base: currency, quote, day });
  if (known === undefined) return null;
  // Bundled rates belong to the whole service.
  if (!known.stored) await insertMissingRates(ctx.db, [toRateRow(SERVICE_WIDE, known.rate, ctx.now)]);
  return known.rate;
};
