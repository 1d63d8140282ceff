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
