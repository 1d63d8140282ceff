// How a country writes figures and days, in which language, and on which paper.
import { type Country, COUNTRIES, type Writing } from '../../generated/countries.ts';
import { type Amount, toDecimal } from './money/amount.ts';
import { currencyDigits } from './money/currency.ts';
import { type Decimal, decimalsOf, roundHalfUp, toFixed } from './money/decimal.ts';

export interface Locale extends Writing {
  /** BCP 47. */
  readonly tag: string;
}

/** For what a country's file leaves out. */
const ENGLISH: Writing = { language: 'en', page: 'A4', group: ',', point: '.', day: 'words' };

export const findLocale = (country: Country): Locale => {
  const writing = { ...ENGLISH, ...COUNTRIES[country].writing };
  return { ...writing, tag: `${writing.language}-${country}` };
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** From `YYYY-MM-DD`. */
export const dayText = ({ day: form }: Locale, day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  if (form === 'words') return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  return [date, month, year].join(form === 'dots' ? '.' : '/');
};

/** Digits in threes; the text is plain, as `toFixed` writes it. */
const grouped = ({ group, point }: Locale, text: string): string => {
  const [whole = '', fraction] = text.split('.');
  const threes = whole.replace(/\B(?=(?:\d{3})+(?!\d))/g, group);
  return fraction === undefined ? threes : `${threes}${point}${fraction}`;
};

/** With at least `least` decimals, and as many more as the value has. */
export const figureText = (locale: Locale, value: Decimal, least = 0): string =>
  grouped(locale, toFixed(value, Math.max(least, decimalsOf(value))));

/** A sum in the digits of its currency, without its code. */
export const sumText = (locale: Locale, amount: Amount): string =>
  grouped(locale, toFixed(toDecimal(amount), currencyDigits(amount.currency)));

export const moneyText = (locale: Locale, amount: Amount): string =>
  `${sumText(locale, amount)} ${amount.currency}`;

/** What may have more decimals than its currency: unit prices, and amounts of lines. */
export const priceText = (locale: Locale, value: Decimal, currency: string): string =>
  figureText(locale, value, currencyDigits(currency));

export const percentText = (locale: Locale, percent: Decimal): string =>
  `${figureText(locale, roundHalfUp(percent, 4))}\u00a0%`;
