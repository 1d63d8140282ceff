// Keeps the banks' rates up to date while the service runs.
import type { Database } from '../../../db/database.ts';
import type { Logger } from '../../../base/log.ts';
import type { FetchingProvider } from '../../../base/rate-source.ts';
import { refreshRates } from './refresh.ts';

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
