// Exact decimals. Everything between a caller's number and the database is computed with these, never with floats.
import { Big } from 'big.js';

/** Our own constructor: its strict mode refuses JavaScript numbers, so that no float enters a sum. */
const Exact = Big();
Exact.strict = true;
Exact.RM = Big.roundHalfUp;
// Enough places for any quotient of two amounts; the results are rounded to far fewer.
Exact.DP = 40;

export type Decimal = Big;

/** From exact text: what a DECIMAL column, the spec or this service wrote. */
export const decimal = (text: string): Decimal => new Exact(text);

export const ZERO: Decimal = decimal('0');

/** From an integer such as minor units or a count. */
export const decimalOfInteger = (value: number): Decimal => {
  if (!Number.isSafeInteger(value)) throw new Error(`not an exact integer: ${value}`);
  return decimal(value.toString());
};

/**
 * The decimal a JSON number stands for: its shortest text, which is what the caller wrote unless the caller's own
 * arithmetic left noise behind (0.30000000000000004).
 */
export const decimalOfNumber = (value: number): Decimal => {
  if (!Number.isFinite(value)) throw new Error(`not a number of JSON: ${value}`);
  return decimal(value.toString());
};

/** The nearest JSON number: with `wireNumber` the only place where a decimal becomes a float. */
export const toNumber = (value: Decimal): number => Number(value.toFixed());

/** The same from exact text, as it stands in a DECIMAL column, without computing with it. */
export const wireNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`not a decimal: ${text}`);
  return value;
};

/** Halves are rounded away from zero, as by SAT, EN 16931 and SQL. */
export const roundHalfUp = (value: Decimal, places: number): Decimal => value.round(places, Big.roundHalfUp);

/** Towards zero. */
export const truncate = (value: Decimal, places: number): Decimal => value.round(places, Big.roundDown);

/** Away from zero. */
export const roundUp = (value: Decimal, places: number): Decimal => value.round(places, Big.roundUp);

/** Plain digits with exactly `places` decimals, as DECIMAL columns take them. */
export const toFixed = (value: Decimal, places: number): string => value.toFixed(places, Big.roundHalfUp);

/** Plain digits without trailing zeros. */
export const toText = (value: Decimal): string => value.toFixed();

/** How many decimals the value has; 1.50 has one. */
export const decimalsOf = (value: Decimal): number => toText(value).split('.')[1]?.length ?? 0;

export const sumOf = (values: readonly Decimal[]): Decimal =>
  values.reduce((total, value) => total.plus(value), ZERO);

export const isZero = (value: Decimal): boolean => value.eq(ZERO);
export const isNegative = (value: Decimal): boolean => value.lt(ZERO);
export const isPositive = (value: Decimal): boolean => value.gt(ZERO);
