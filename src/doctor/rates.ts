// Checks each configured source of exchange rates: whether it answers, and the age of its newest rate.
import type { Database } from '../db/database.ts';
import type { FetchingProvider } from '../base/exchange-rate.ts';
import { latestDay } from '../domain/money/exchange-rates/store.ts';
import { dayIn, daysBetween, type IsoDay } from '../base/time/day.ts';
import { type Check, ok, warn } from './check.ts';

/** Longer than the longest run of bank holidays: four days at Easter. */
const STALE_AFTER_DAYS = 5;
const TIMEOUT_MS = 8_000;

export const checkRates = async (
  providers: readonly FetchingProvider[],
  database: Database,
  now: Date,
): Promise<Check[]> => {
  if (providers.length === 0) {
    return [ok('exchange rates', 'the bundled ones; BANXICO_TOKEN and ECB_RATES=1 fetch those of the banks')];
  }
  const today = dayIn('UTC', now);
  return Promise.all(providers.map((provider) => checkProvider(provider, database, today, now)));
};

/** Asks for the newest day only, to keep the answer small. */
const checkProvider = async (
  provider: FetchingProvider,
  database: Database,
  today: IsoDay,
  now: Date,
): Promise<Check> => {
  const name = `exchange rates ${provider.source}`;
  const latest = await latestDay(database.reader, provider.source);
  const { faults } = await provider.fetch({ latest: today, now }, AbortSignal.timeout(TIMEOUT_MS));
  const newest = latest === null ? 'none is kept yet' : `the newest is of ${latest}`;
  if (faults.length > 0) {
    return warn(
      name,
      `${faults.join('; ')}; ${newest}`,
      'Correct its variables, or wait until the bank answers.',
    );
  }
  if (latest !== null && daysBetween(latest, today) > STALE_AFTER_DAYS) {
    return warn(name, newest, 'Start the service: it fetches them every few hours.');
  }
  return ok(name, newest);
};
