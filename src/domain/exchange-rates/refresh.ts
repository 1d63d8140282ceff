// Fetches the rates of the banks and keeps them for every organisation: one for each day and pair of currencies.
import { inChunks } from '../../db/chunks.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../base/log.ts';
import type { FetchingProvider } from '../../base/rate-source.ts';
import { type ExchangeRate, SERVICE_WIDE } from '../../base/exchange-rate.ts';
import { insertMissingRates, keptRates, latestDay, toRateRow, updateRate } from './store.ts';

export interface Refreshed {
  readonly source: string;
  /** How many rates are new or were corrected. */
  readonly stored: number;
  readonly faults: readonly string[];
}

/** A bank that fails is logged and asked again the next time; the others are kept all the same. */
export const refreshRates = async (
  database: Database,
  providers: readonly FetchingProvider[],
  now: Date,
  log: Pick<Logger, 'info' | 'warn'>,
  signal?: AbortSignal,
): Promise<Refreshed[]> => {
  const done: Refreshed[] = [];
  for (const provider of providers) {
    const refreshed = await refreshOne(database, provider, now, signal);
    const { source, stored, faults } = refreshed;
    if (stored > 0) log.info({ source, stored }, 'exchange rates were fetched');
    if (faults.length > 0 && signal?.aborted !== true)
      log.warn({ source, faults }, 'exchange rates are missing');
    done.push(refreshed);
  }
  return done;
};

const refreshOne = async (
  database: Database,
  provider: FetchingProvider,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<Refreshed> => {
  const { source } = provider;
  try {
    const latest = await latestDay(database.reader, source);
    const { rates, faults } = await provider.fetch({ latest, now }, signal);
    return { source, stored: await keepRates(database, source, rates, now), faults };
  } catch (error) {
    return { source, stored: 0, faults: [error instanceof Error ? error.message : String(error)] };
  }
};

const joinKey = ({ base, quote, date }: { base: string; quote: string; date: string }): string =>
  `${base} ${quote} ${date}`;

/** Each statement stands alone: two instances that fetch at once keep the same values. */
const keepRates = async (
  { kysely }: Database,
  source: string,
  rates: readonly ExchangeRate[],
  now: Date,
): Promise<number> => {
  const days = rates.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const kept = await keptRates(kysely, source, first, last);
  const known = new Map(kept.map((row) => [joinKey(row), row.rate]));
  const rows = rates.map((rate) => toRateRow(SERVICE_WIDE, { ...rate, source }, now));
  const missing = rows.filter((row) => !known.has(joinKey(row)));
  await inChunks(missing, (chunk) => insertMissingRates(kysely, chunk));
  const corrected = rows.filter((row) => known.has(joinKey(row)) && known.get(joinKey(row)) !== row.rate);
  for (const row of corrected) await updateRate(kysely, row, row.rate);
  return missing.length + corrected.length;
};
