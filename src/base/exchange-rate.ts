// Exchange rates and their sources: Banco de México, the European Central Bank, and the bundled table.
import type { Decimal } from './money/decimal.ts';
import type { IsoDay } from './time/day.ts';

/** Decimals of stored rates. */
export const RATE_DECIMALS = 8;

/** The source of bundled rates, which are not official and only for the sandbox. */
export const BUNDLED_SOURCE = 'bundled';

/** The owner of rates that every organisation may use: fetched by the service or bundled with it. */
export const SERVICE_WIDE = '';

/** How many units of `quote` one unit of `base` was worth on a day. */
export interface ExchangeRate {
  readonly base: string;
  readonly quote: string;
  readonly date: IsoDay;
  readonly source: string;
  readonly rate: Decimal;
}

export interface RateProvider {
  readonly source: string;
  /** The latest rate on or before the day, or undefined when the provider has none. */
  latest(base: string, quote: string, day: IsoDay): ExchangeRate | undefined;
}

// Rates that the service fetches for all organisations. They are stored in the database, so a look-up never waits for a
// bank.

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
