// Finds the latest rate of a pair for an organisation: its own imported rates have priority over service-wide ones
// (bundled or fetched). Rates of other organisations are never used.
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import { decimal, roundHalfUp } from '../../../base/money/decimal.ts';
import { type IsoDay, daysBetween } from '../../../base/time/day.ts';
import { type ExchangeRate, RATE_DECIMALS, SERVICE_WIDE } from '../../../base/exchange-rate.ts';
import { bundledRates } from './bundled.ts';
import { type Wanted, findLatestRate, findRate, insertMissingRates, toRateRow } from './store.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises, Warns } from '../../../base/raises.ts';

/** A rate of higher priority is preferred unless it is older by this much. */
const MAX_LAG_DAYS = 31;

export interface KnownRate {
  readonly rate: ExchangeRate;
  /** False for a bundled rate that is not in the database yet. */
  readonly stored: boolean;
}

/** The latest rate on or before the day, or undefined if none is known. */
export const latestRate = async (
  db: Reader,
  organisationId: OrganisationId,
  wanted: Wanted,
): Promise<KnownRate | undefined> => {
  const bundled = bundledRates.latest(wanted.base, wanted.quote, wanted.day);
  const own = await statedRate(db, organisationId, wanted);
  const shared = await statedRate(db, SERVICE_WIDE, wanted);
  const rate = preferred(own, preferred(shared, bundled));
  if (rate === undefined) return undefined;
  return { rate, stored: rate !== bundled || (await isStored(db, rate)) };
};

const preferred = (
  first: ExchangeRate | undefined,
  next: ExchangeRate | undefined,
): ExchangeRate | undefined => {
  if (first === undefined || next === undefined) return first ?? next;
  return daysBetween(first.date, next.date) > MAX_LAG_DAYS ? next : first;
};

/** The pair's latest rate, bundled rates excluded; the inverse pair is used only if it has none. */
const statedRate = async (
  db: Reader,
  organisationId: string,
  { base, quote, day }: Wanted,
): Promise<ExchangeRate | undefined> => {
  const direct = await findLatestRate(db, organisationId, { base, quote, day });
  if (direct !== undefined) return direct;
  const other = await findLatestRate(db, organisationId, { base: quote, quote: base, day });
  return other === undefined ? undefined : inverse(other);
};

const inverse = (known: ExchangeRate): ExchangeRate => ({
  ...known,
  base: known.quote,
  quote: known.base,
  rate: roundHalfUp(decimal('1').div(known.rate), RATE_DECIMALS),
});

const isStored = async (db: Reader, rate: ExchangeRate): Promise<boolean> =>
  (await findRate(db, { ...rate, organisation_id: SERVICE_WIDE })) !== undefined;

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
