// Where exchange rates come from. Banco de México and the European Central Bank have the same shape as the table
// that is bundled with the service.
import type { Decimal } from './money/decimal.ts';
import type { IsoDay } from './time/day.ts';

/** Rates are kept with this many decimals. */
export const RATE_DECIMALS = 8;

/** The source of rates that came with the service: good for a sandbox, official nowhere. */
export const BUNDLED_SOURCE = 'bundled';

/** The owner of the rates that every organisation may use: those that the service itself fetched or came with. */
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
