// Rates that the service fetches for all organisations. They are stored in the database, so a look-up never waits for a
// bank.
import type { IsoDay } from './time/day.ts';
import type { ExchangeRate } from './exchange-rate.ts';

export interface Known {
  /** The latest day of which the database holds a rate of this source; null when it holds none. */
  readonly latest: IsoDay | null;
  readonly now: Date;
}

export interface Fetched {
  readonly rates: readonly ExchangeRate[];
  /** What could not be fetched, in sentences; the rest is valid. */
  readonly faults: readonly string[];
}

/** A bank that publishes rates. `fetch` never throws: failures are in the faults. */
export interface FetchingProvider {
  readonly source: string;
  fetch(known: Known, signal?: AbortSignal): Promise<Fetched>;
}

/** How long a bank may take to answer. */
export const FETCH_TIMEOUT_MS = 15_000;

/** A rate as banks write it, with or without commas between thousands, or undefined. */
export const readRate = (text: string): string | undefined => {
  const digits = text.trim().replaceAll(',', '');
  return /^\d{1,9}(?:\.\d{1,12})?$/u.test(digits) && !/^0+(?:\.0+)?$/u.test(digits) ? digits : undefined;
};
