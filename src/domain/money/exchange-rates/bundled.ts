import { decimal, roundHalfUp, type Decimal } from '../../../base/money/decimal.ts';
import { asDay } from '../../../base/time/day.ts';
import { BUNDLED_DAYS } from './bundled-rates.ts';
import { BUNDLED_SOURCE, RATE_DECIMALS, type RateProvider } from '../../../base/exchange-rate.ts';

type BundledDay = (typeof BUNDLED_DAYS)[number];

/** The value of one unit of the currency in pesos. */
const inPesos = (day: BundledDay, currency: string): Decimal | undefined => {
  switch (currency) {
    case 'MXN':
      return decimal('1');
    case 'USD':
    case 'EUR':
    case 'JPY':
      return decimal(day[currency]);
    default:
      return undefined;
  }
};

/** The offline default: every pair of MXN, USD, EUR and JPY. */
export const bundledRates: RateProvider = {
  source: BUNDLED_SOURCE,
  latest(base, quote, wanted) {
    const day = BUNDLED_DAYS.findLast(({ date }) => date <= wanted);
    if (day === undefined) return undefined;
    const [baseInPesos, quoteInPesos] = [inPesos(day, base), inPesos(day, quote)];
    if (baseInPesos === undefined || quoteInPesos === undefined) return undefined;
    const rate = roundHalfUp(baseInPesos.div(quoteInPesos), RATE_DECIMALS);
    return { base, quote, date: asDay(day.date), source: BUNDLED_SOURCE, rate };
  },
};
