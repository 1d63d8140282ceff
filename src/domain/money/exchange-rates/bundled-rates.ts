// Rates that ship with the service, so that a sandbox works offline. They are close to the market on the days named
// but not official: an invoice that used one gives `bundled` as its source, and rates that an administrator imports
// for an organisation have priority over them.

import { BUNDLED_RATES } from '../../../../generated/vocabulary/bundled-rates.ts';

/** The value of one unit of each currency in pesos on a day. */
interface BundledDay {
  readonly date: string;
  readonly USD: string;
  readonly EUR: string;
  readonly JPY: string;
}

/** The last working day of each month, ascending. */
export const BUNDLED_DAYS: readonly BundledDay[] = BUNDLED_RATES.days;
