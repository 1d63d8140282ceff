// The rates that an organisation may use, for people to look at: the latest of each pair, or one pair day by day.
import { SERVICE_WIDE } from '../../../base/exchange-rate.ts';
import { asDay, daysBetween, type IsoDay } from '../../../base/time/day.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { decodeCursor, encodeCursor } from '../../ground/lists/cursor.ts';
import { listLatestRates, listPairRates, type ListedRateRow } from './store.ts';

/** Rates are published on working days; one older than this is not kept up to date. */
const STALE_DAYS = 7;

export interface ListedRate {
  readonly base: string;
  readonly quote: string;
  readonly date: string;
  readonly source: string;
  readonly rate: string;
  /** The organisation's own, which have priority over those of the service. */
  readonly own: boolean;
  /** Whether it was already old on the day that was asked for. */
  readonly stale: boolean;
}

export interface PairFilters {
  readonly base: string;
  readonly quote: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const describe = (row: ListedRateRow, until: IsoDay | undefined): ListedRate => ({
  base: row.base,
  quote: row.quote,
  date: row.date,
  source: row.source,
  rate: row.rate,
  own: row.organisation_id !== SERVICE_WIDE,
  stale: until !== undefined && daysBetween(asDay(row.date), until) > STALE_DAYS,
});

/** The latest rate of each pair and owner up to this day, by pair. */
export const latestRates = async (
  { db, organisation_id }: OrganisationScope,
  until: IsoDay,
): Promise<readonly ListedRate[]> => {
  const rows = [
    ...(await listLatestRates(db, organisation_id, until)),
    ...(await listLatestRates(db, SERVICE_WIDE, until)),
  ];
  const pair = ({ base, quote }: ListedRateRow): string => `${base}${quote}`;
  return rows
    .toSorted((a, b) => (pair(a) < pair(b) ? -1 : pair(a) > pair(b) ? 1 : 0))
    .map((row) => describe(row, until));
};

/** One pair, latest day first; within a day the organisation's own rates first. */
export const ratesOfPair = async (ctx: OrganisationScope, filters: PairFilters) => {
  const { base, quote, limit, cursor } = filters;
  const question = { tool: 'rates', tenant: ctx.organisation_id, filters };
  const key = cursor === undefined ? undefined : decodeCursor(question, cursor, ['text']);
  const wanted = { base, quote, from: filters.from, to: (key?.[0] as string | undefined) ?? filters.to };
  const take = limit + 1;
  const rows = [
    ...(await listPairRates(ctx.db, ctx.organisation_id, wanted, take)),
    ...(await listPairRates(ctx.db, SERVICE_WIDE, wanted, take)),
  ].toSorted((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : 0));
  // A day is never cut in two, so that the day alone is where the next page begins.
  const after = rows[limit];
  const data = after === undefined ? rows : rows.filter(({ date }) => date > after.date);
  return {
    data: data.map((row) => describe(row, undefined)),
    next_cursor: after === undefined ? null : encodeCursor(question, [after.date]),
    total_count: cursor === undefined && after === undefined ? rows.length : null,
  };
};
