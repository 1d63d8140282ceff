// The latest rate of a pair that an organisation knows. Its own rates, those that it imported, come first; after them
// those of the whole service: the bundled ones and what the service fetched. Other organisations' are never seen.
import type { OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { decimal, roundHalfUp } from '../../base/money/decimal.ts';
import { asDay, daysBetween, type IsoDay } from '../../base/time/day.ts';
import { bundledRates } from './bundled.ts';
import { BUNDLED_SOURCE, type ExchangeRate, RATE_DECIMALS, SERVICE_WIDE } from '../../base/exchange-rate.ts';

/** A rate that comes first wins over the next one unless it is this much older. */
const MAX_LAG_DAYS = 31;

export interface Wanted {
  readonly base: string;
  readonly quote: string;
  readonly day: IsoDay;
}

export interface KnownRate {
  readonly rate: ExchangeRate;
  /** False for a bundled rate that the database does not hold yet. */
  readonly stored: boolean;
}

/** The latest one on or before the day, or undefined when none is known. */
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
  return { rate, stored: rate !== bundled || (await isStored(db, bundled)) };
};

const preferred = (
  first: ExchangeRate | undefined,
  next: ExchangeRate | undefined,
): ExchangeRate | undefined => {
  if (first === undefined || next === undefined) return first ?? next;
  return daysBetween(first.date, next.date) > MAX_LAG_DAYS ? next : first;
};

/** The latest rate of the pair that is not bundled; one of the other direction only when there is none of its own. */
const statedRate = async (
  db: Reader,
  organisationId: string,
  { base, quote, day }: Wanted,
): Promise<ExchangeRate | undefined> => {
  const direct = await storedRate(db, organisationId, { base, quote, day });
  if (direct !== undefined) return direct;
  const other = await storedRate(db, organisationId, { base: quote, quote: base, day });
  return other === undefined ? undefined : inverse(other);
};

const storedRate = async (
  db: Reader,
  organisationId: string,
  { base, quote, day }: Wanted,
): Promise<ExchangeRate | undefined> => {
  const row = await db
    .selectFrom('exchange_rate')
    .select(['date', 'source', 'rate'])
    .where('organisation_id', '=', organisationId)
    .where('base', '=', base)
    .where('quote', '=', quote)
    .where('date', '<=', day)
    .where('source', '<>', BUNDLED_SOURCE)
    .orderBy('date', 'desc')
    .orderBy('source')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { base, quote, date: asDay(row.date), source: row.source, rate: decimal(row.rate) };
};

const inverse = (known: ExchangeRate): ExchangeRate => ({
  ...known,
  base: known.quote,
  quote: known.base,
  rate: roundHalfUp(decimal('1').div(known.rate), RATE_DECIMALS),
});

const isStored = async (db: Reader, rate: ExchangeRate): Promise<boolean> => {
  const row = await db
    .selectFrom('exchange_rate')
    .select('source')
    .where('organisation_id', '=', SERVICE_WIDE)
    .where('base', '=', rate.base)
    .where('quote', '=', rate.quote)
    .where('date', '=', rate.date)
    .where('source', '=', rate.source)
    .executeTakeFirst();
  return row !== undefined;
};
