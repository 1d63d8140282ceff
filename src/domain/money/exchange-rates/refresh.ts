// Fetches the banks' rates and stores them for every organisation: one per day and currency pair.
import { inChunks } from '../../../base/chunks.ts';
import type { Database } from '../../../db/database.ts';
import type { Logger } from '../../../base/log.ts';
import { type ExchangeRate, type FetchingProvider, SERVICE_WIDE } from '../../../base/exchange-rate.ts';
import { insertMissingRates, keptRates, latestDay, toRateRow, updateRate } from './store.ts';

export interface Refreshed {
  readonly source: string;
  /** The number of new and corrected rates. */
  readonly stored: number;
  readonly faults: readonly string[];
}

/** A failing bank is logged and retried next time; the other banks' rates are still stored. */
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

/** No transaction is needed: two instances that fetch at once store the same values. */
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

export interface RefresherParts {
  readonly providers: readonly FetchingProvider[];
  readonly database: Database;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => Date;
}

export interface RateRefresher {
  /** Aborts a running fetch and waits until nothing is written any more. */
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Often enough to get each bank's daily rates soon after publication, and to retry after a failure. */
const EVERY_MS = 3 * HOUR_MS;
/** Jitter, so that instances do not all fetch at once. */
const SPREAD_MS = HOUR_MS / 4;

/** Fetches at once and every few hours; does nothing without a configured bank. */
export const startRateRefresher = ({ providers, database, log, now }: RefresherParts): RateRefresher => {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const refresh = async (): Promise<void> => {
    // Never rejects: failures are logged and retried.
    await refreshRates(database, providers, now(), log, stopping.signal);
    if (stopping.signal.aborted) return;
    const next = (): void => {
      running = refresh();
    };
    timer = setTimeout(next, EVERY_MS + Math.random() * SPREAD_MS);
    timer.unref();
  };
  let running = providers.length === 0 ? Promise.resolve() : refresh();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
