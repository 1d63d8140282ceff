// Statements on exchange rates: those of an organisation, and service-wide ones under `SERVICE_WIDE`.
import type { Insertable, Selectable } from 'kysely';
import {
  BUNDLED_SOURCE,
  type ExchangeRate,
  RATE_DECIMALS,
  SERVICE_WIDE,
} from '../../../base/exchange-rate.ts';
import { decimal, toFixed } from '../../../base/money/decimal.ts';
import { asDay, type IsoDay } from '../../../base/time/day.ts';
import type { Reader, Writer } from '../../../db/database.ts';
import { toInstant } from '../../../db/instant.ts';
import type { ExchangeRateTable } from '../../../db/schema.ts';

/** A transaction, or a database for single statements. */
type Statements = Pick<Writer, 'insertInto' | 'updateTable'>;

export type RateRow = Insertable<ExchangeRateTable>;

/** One rate of an owner, by day, pair and source. */
export type RateKey = Pick<RateRow, 'organisation_id' | 'base' | 'quote' | 'date' | 'source'>;

export interface Wanted {
  readonly base: string;
  readonly quote: string;
  readonly day: IsoDay;
}

export const toRateRow = (organisation_id: string, rate: ExchangeRate, now: Date): RateRow => ({
  organisation_id,
  base: rate.base,
  quote: rate.quote,
  date: rate.date,
  source: rate.source,
  rate: toFixed(rate.rate, RATE_DECIMALS),
  created_at: toInstant(now),
});

/** The pair's latest rate on or before the day, bundled rates excluded. */
export const findLatestRate = async (
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

/** The rate for this key as exact text. */
export const findRate = async (
  db: Reader,
  { organisation_id, base, quote, date, source }: RateKey,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('exchange_rate')
    .select('rate')
    .where('organisation_id', '=', organisation_id)
    .where('base', '=', base)
    .where('quote', '=', quote)
    .where('date', '=', asDay(date))
    .where('source', '=', source)
    .executeTakeFirst();
  return row?.rate;
};

/** The latest day with a service-wide rate from this source. */
export const latestDay = async (db: Reader, source: string): Promise<IsoDay | null> => {
  const row = await db
    .selectFrom('exchange_rate')
    .select(({ fn }) => fn.max('date').as('latest'))
    .where('organisation_id', '=', SERVICE_WIDE)
    .where('source', '=', source)
    .executeTakeFirst();
  return row?.latest ? asDay(row.latest) : null;
};

/** The service-wide rates of a source between two days. */
export const keptRates = (
  db: Reader,
  source: string,
  first: IsoDay,
  last: IsoDay,
): Promise<Pick<RateRow, 'base' | 'quote' | 'date' | 'rate'>[]> =>
  db
    .selectFrom('exchange_rate')
    .select(['base', 'quote', 'date', 'rate'])
    .where('organisation_id', '=', SERVICE_WIDE)
    .where('source', '=', source)
    .where('date', '>=', first)
    .where('date', '<=', last)
    .execute();

export const insertRate = async (db: Statements, row: RateRow): Promise<void> => {
  await db.insertInto('exchange_rate').values(row).execute();
};

/** Concurrent inserts of the same rates have the same values, so duplicates are ignored. */
export const insertMissingRates = async (db: Statements, rows: readonly RateRow[]): Promise<void> => {
  await db.insertInto('exchange_rate').values(rows).ignore().execute();
};

export const updateRate = async (db: Statements, key: RateKey, rate: string): Promise<void> => {
  await db
    .updateTable('exchange_rate')
    .set({ rate })
    .where('organisation_id', '=', key.organisation_id)
    .where('base', '=', key.base)
    .where('quote', '=', key.quote)
    .where('date', '=', asDay(key.date))
    .where('source', '=', key.source)
    .execute();
};

export type ListedRateRow = Pick<
  Selectable<ExchangeRateTable>,
  'organisation_id' | 'base' | 'quote' | 'date' | 'source' | 'rate'
>;

const LISTED = [
  'exchange_rate.organisation_id',
  'exchange_rate.base',
  'exchange_rate.quote',
  'exchange_rate.date',
  'exchange_rate.source',
  'exchange_rate.rate',
] as const;

/** The owner's rates of each pair on its latest day up to this one. */
export const listLatestRates = (db: Reader, owner: string, until: IsoDay): Promise<ListedRateRow[]> => {
  const latest = db
    .selectFrom('exchange_rate')
    .select(({ fn }) => ['base', 'quote', fn.max('date').as('date')])
    .where('organisation_id', '=', owner)
    .where('date', '<=', until)
    .groupBy(['base', 'quote'])
    .as('latest');
  return db
    .selectFrom(latest)
    .innerJoin('exchange_rate', (on) =>
      on
        .onRef('exchange_rate.base', '=', 'latest.base')
        .onRef('exchange_rate.quote', '=', 'latest.quote')
        .onRef('exchange_rate.date', '=', 'latest.date')
        .on('exchange_rate.organisation_id', '=', owner),
    )
    .select(LISTED)
    .execute();
};

/** The owner's rates of a pair, latest first. */
export const listPairRates = (
  db: Reader,
  owner: string,
  {
    base,
    quote,
    from,
    to,
  }: Pick<RateRow, 'base' | 'quote'> & {
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
  take: number,
): Promise<ListedRateRow[]> => {
  let rates = db
    .selectFrom('exchange_rate')
    .select(LISTED)
    .where('organisation_id', '=', owner)
    .where('base', '=', base)
    .where('quote', '=', quote);
  if (from !== undefined) rates = rates.where('date', '>=', asDay(from));
  if (to !== undefined) rates = rates.where('date', '<=', asDay(to));
  return rates.orderBy('date', 'desc').orderBy('source').limit(take).execute();
};
