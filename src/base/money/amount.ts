// An amount of money: whole minor units of one currency. Adding amounts of different currencies throws.
import { SERVICE } from '../../../generated/service.ts';
import type { CurrencyAmount } from '../../../generated/types.ts';
import { currencyDigits } from './currency.ts';
import { decimal, decimalOfInteger, roundHalfUp, toNumber, toText, type Decimal } from './decimal.ts';

export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

const MAX_AMOUNT = decimal(SERVICE.limits.max_amount);

/**
 * Fifteen digits: any such number of minor units is an exact integer and, in major units, survives a JSON number. For
 * currencies with three or four decimals this is less than `max_amount`.
 */
const MAX_MINOR = 999_999_999_999_999;

/** From stored minor units. */
export const amount = (minor: number, currency: string): Amount => {
  if (!Number.isSafeInteger(minor) || Math.abs(minor) > MAX_MINOR) {
    throw new Error(`not an amount in minor units: ${minor} ${currency}`);
  }
  return { minor, currency };
};

export const zero = (currency: string): Amount => amount(0, currency);

/** True when the value, rounded to the currency, is an amount that the books can hold. */
export const fitsAmount = (value: Decimal, currency: string): boolean => {
  const rounded = roundHalfUp(value, currencyDigits(currency)).abs();
  return rounded.lte(MAX_AMOUNT) && toMinor(rounded, currency).lte(decimalOfInteger(MAX_MINOR));
};

/** Rounded half up to the currency's digits; the value must fit. */
export const roundToCurrency = (value: Decimal, currency: string): Amount =>
  amount(toNumber(toMinor(roundHalfUp(value, currencyDigits(currency)), currency)), currency);

/** From exact text that has no more decimals than the currency. */
export const parseAmount = (text: string, currency: string): Amount => {
  const minor = toMinor(decimal(text), currency);
  if (!minor.eq(roundHalfUp(minor, 0))) throw new Error(`${text} has more decimals than ${currency}`);
  return amount(toNumber(minor), currency);
};

export const toDecimal = ({ minor, currency }: Amount): Decimal =>
  decimalOfInteger(minor).times(decimal(`1e-${currencyDigits(currency)}`));

/** Major units as a JSON number. */
export const toWire = ({ minor, currency }: Amount): number => minorToWire(minor, currency);

/** As the details of a refusal have it. */
export const saidAmount = (value: Amount): CurrencyAmount => ({
  amount: toWire(value),
  currency: value.currency,
});

/** Stored minor units to the wire without arithmetic: only the decimal point is placed. */
export const minorToWire = (minor: number, currency: string): number => {
  const places = currencyDigits(currency);
  if (!Number.isSafeInteger(minor)) throw new Error(`not an amount in minor units: ${minor} ${currency}`);
  return Number(`${minor}e-${places}`);
};

/** A sum of stored minor units for the wire. Sums may exceed exact numbers, so they are bigints. */
export const sumToWire = (minor: bigint, currency: string): number =>
  Number(`${minor}e-${currencyDigits(currency)}`);

/** Minor units as decimal text with exactly the currency's digits: 1600 MXN is 16.00, 1600 JPY is 1600. */
export const minorText = (minor: number | bigint, currency: string): string => {
  const places = currencyDigits(currency);
  if (places === 0) return `${minor}`;
  const sign = minor < 0 ? '-' : '';
  const digits = `${minor}`.slice(sign.length).padStart(places + 1, '0');
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/** Major units in plain digits, without trailing zeros. */
export const amountText = (value: Amount): string => toText(toDecimal(value));

export const add = (left: Amount, right: Amount): Amount =>
  amount(left.minor + right.minor, sameCurrency(left, right));

export const subtract = (left: Amount, right: Amount): Amount =>
  amount(left.minor - right.minor, sameCurrency(left, right));

export const sum = (currency: string, amounts: readonly Amount[]): Amount =>
  amounts.reduce(add, zero(currency));

/** Negative when `left` is smaller, zero when they are equal. */
export const compare = (left: Amount, right: Amount): number => {
  sameCurrency(left, right);
  return left.minor - right.minor;
};

/** In another currency; `rate` is how many units of it one unit of this amount's currency is worth. */
export const convert = (value: Amount, rate: Decimal, currency: string): Amount =>
  roundToCurrency(toDecimal(value).times(rate), currency);

const toMinor = (major: Decimal, currency: string): Decimal =>
  major.times(decimal(`1e${currencyDigits(currency)}`));

const sameCurrency = (left: Amount, right: Amount): string => {
  if (left.currency !== right.currency) {
    throw new Error(`amounts of different currencies in one sum: ${left.currency}, ${right.currency}`);
  }
  return left.currency;
};
