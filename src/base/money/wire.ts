// Reads callers' numbers through their decimal text; refuses those with too many decimals or too large.
import type { Raises } from '../raises.ts';
import { fitsAmount, roundToCurrency, type Amount } from './amount.ts';
import { currencyDigits } from './currency.ts';
import { decimal, decimalOfNumber, roundHalfUp, toText, type Decimal } from './decimal.ts';

/** Noise from binary arithmetic at the caller; anything larger was intended. */
const FLOAT_NOISE = decimal('1e-9');

/** The number in at most `decimals` places, or undefined when it really has more. */
export const withoutNoise = (value: number, decimals: number): Decimal | undefined => {
  const exact = decimalOfNumber(value);
  const rounded = roundHalfUp(exact, decimals);
  return exact.minus(rounded).abs().lt(FLOAT_NOISE) ? rounded : undefined;
};

const leafOf = (path: string): string => path.split('.').at(-1) ?? path;

/** A quantity, price or percentage of a call. */
export const readDecimal = (
  ctx: Raises<'too_many_decimals'>,
  path: string,
  value: number,
  decimals: number,
): Decimal => {
  const read = withoutNoise(value, decimals);
  if (read === undefined) {
    throw ctx.error('too_many_decimals', {
      path,
      received: toText(decimalOfNumber(value)),
      allowed_decimals: decimals,
      hint: `Round ${leafOf(path)} yourself, as to ${toText(roundHalfUp(decimalOfNumber(value), decimals))}, then call again.`,
    });
  }
  return read;
};

/** An amount of a call. The validator has checked sign and range; decimals and size depend on the currency. */
export const readAmount = (
  ctx: Raises<'too_many_decimals' | 'amount_too_large'>,
  path: string,
  value: number,
  currency: string,
): Amount => {
  const read = readDecimal(ctx, path, value, currencyDigits(currency));
  if (!fitsAmount(read, currency)) throw ctx.error('amount_too_large', { path, received: toText(read) });
  return roundToCurrency(read, currency);
};
