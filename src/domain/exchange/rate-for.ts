// The exchange rate of a document: the latest one known on or before its day.
import { toInstant } from '../../db/instant.ts';
import { decimal, roundHalfUp, toFixed } from '../money/decimal.ts';
import type { Raises, Warns, WriteScope } from '../scope.ts';
import { asDay, daysBetween, type IsoDay } from '../time/day.ts';
import { bundledRates } from './bundled.ts';
import { BUNDLED_SOURCE, RATE_DECIMALS, type ExchangeRate } from './provider.ts';

/** Rates that somebody stated win over the bundled table, unless they are this much older than what it has. */
const MAX_LAG_DAYS = 31;

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
  const bundled = bundledRates.latest(currency, quote, day);
  const known = await knownRates(ctx, currency, quote, day, bundled?.date ?? null);
  const rate = preferred(
    known.find(({ source }) => source !== BUNDLED_SOURCE),
    bundled,
  );
  if (rate === undefined) return null;
  if (!known.some(({ source, date }) => source === rate.source && date === rate.date))
    await keepRate(ctx, rate);
  return rate;
};

const preferred = (
  stated: ExchangeRate | undefined,
  bundled: ExchangeRate | undefined,
): ExchangeRate | undefined => {
  if (stated === undefined || bundled === undefined) return stated ?? bundled;
  return daysBetween(stated.date, bundled.date) > MAX_LAG_DAYS ? bundled : stated;
};

/** The latest stored rates of the pair, newest first; those of the other direction only when there is no own one. */
const knownRates = async (
  ctx: WriteScope,
  base: string,
  quote: string,
  day: IsoDay,
  bundledDay: IsoDay | null,
): Promise<readonly ExchangeRate[]> => {
  const own = await storedRates(ctx, base, quote, day, bundledDay);
  if (own.some(({ source }) => source !== BUNDLED_SOURCE)) return own;
  const other = await storedRates(ctx, quote, base, day, null);
  return [...own, ...other.map(inverse)];
};

/** The newest rate that somebody stated and, where its day is given, the kept copy of the bundled one. */
const storedRates = async (
  ctx: WriteScope,
  base: string,
  quote: string,
  day: IsoDay,
  bundledDay: IsoDay | null,
): Promise<readonly ExchangeRate[]> => {
  const rows = await ctx.db
    .selectFrom('exchange_rate')
    .select(['date', 'source', 'rate'])
    .where('base', '=', base)
    .where('quote', '=', quote)
    .where('date', '<=', day)
    .where((eb) =>
      eb.or([
        eb('source', '<>', BUNDLED_SOURCE),
        ...(bundledDay === null ? [] : [eb('date', '=', bundledDay as string)]),
      ]),
    )
    .orderBy('date', 'desc')
    .orderBy('source')
    .limit(2)
    .execute();
  return rows.map(({ date, source, rate }) => ({
    base,
    quote,
    date: asDay(date),
    source,
    rate: decimal(rate),
  }));
};

const inverse = (known: ExchangeRate): ExchangeRate => ({
  ...known,
  base: known.quote,
  quote: known.base,
  rate: roundHalfUp(decimal('1').div(known.rate), RATE_DECIMALS),
});

// Two calls may keep the same rate at once: it is the same value, so the second one has nothing to add.
const keepRate = async (ctx: WriteScope, rate: ExchangeRate): Promise<void> => {
  await ctx.db
    .insertInto('exchange_rate')
    .values({
      base: rate.base,
      quote: rate.quote,
      date: rate.date,
      source: rate.source,
      rate: toFixed(rate.rate, RATE_DECIMALS),
      created_at: toInstant(ctx.now),
    })
    .ignore()
    .execute();
};
