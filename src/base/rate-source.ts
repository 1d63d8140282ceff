// Rates that the service fetches for everybody. A look-up never waits for a bank: what was fetched lies in the database.
import type { IsoDay } from './time/day.ts';
import type { ExchangeRate } from './exchange-rate.ts';

export interface Known {
  /** The latest day of which the database holds a rate of this source; null when it holds none. */
  readonly latest: IsoDay | null;
  readonly now: Date;
}

export interface Fetched {
  readonly rates: readonly ExchangeRate[];
  /** What could not be had, one sentence each; the rest is good all the same. */
  readonly faults: readonly string[];
}

/** A bank that publishes rates. Its answers never throw: what is wrong with them stands in the faults. */
export interface FetchingProvider {
  readonly source: string;
  fetch(known: Known, signal?: AbortSignal): Promise<Fetched>;
}

/** How long a bank may take to answer. */
export const FETCH_TIMEOUT_MS = 15_000;

/** A rate as banks write it, or undefined: thousands may be parted by commas, and nothing else is a number here. */
export const readRate = (text: string): string | undefined => {
  const digits = text.trim().replaceAll(',', '');
  return /^\d{1,9}(?:\.\d{1,12})?$/u.test(digits) && !/^0+(?:\.0+)?$/u.test(digits) ? digits : undefined;
};
