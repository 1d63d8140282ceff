// The tolerances of the SAT's rule matrix: what the rounding of written figures allows.
import { decimal, roundUp, truncate, ZERO, type Decimal } from '../../base/money/decimal.ts';

const NUMBER = /^\d{1,30}(?:\.\d{1,12})?$/;

/** Zero for a malformed number, which the schema has refused already. */
export const readValue = (text: string | null): Decimal =>
  text !== null && NUMBER.test(text) ? decimal(text) : ZERO;

/** The decimals as written: 1.50 has two. */
export const writtenDecimals = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The SAT's tolerance: half a unit of the last written decimal, less this much at the upper bound. */
const EPSILON = decimal('0.000000000001');

const half = (text: string): Decimal => decimal(`5e-${writtenDecimals(text) + 1}`);

const lowest = (text: string): Decimal => readValue(text).minus(half(text));
const highest = (text: string): Decimal => readValue(text).plus(half(text)).minus(EPSILON);

const between = (text: string, low: Decimal, high: Decimal): boolean => {
  const places = writtenDecimals(text);
  const value = readValue(text);
  return value.gte(truncate(low, places)) && value.lte(roundUp(high, places));
};

/** CFDI40167: a product within the tolerance that the rounding of both factors allows. */
export const isProduct = (product: string, left: string, right: string): boolean =>
  between(product, lowest(left).times(lowest(right)), highest(left).times(highest(right)));

/** CFDI40180, 40186: the same with an exact rate. */
export const isTaxOn = (amount: string, base: string, rate: string): boolean =>
  between(amount, lowest(base).times(readValue(rate)), highest(base).times(readValue(rate)));
