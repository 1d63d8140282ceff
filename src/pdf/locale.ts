// How a country writes figures and days, and on which paper.
import type { Country } from '../../generated/countries.ts';
import { currencyDigits } from '../base/money/currency.ts';
import { type Decimal, decimalsOf, roundHalfUp, toFixed } from '../base/money/decimal.ts';
import { toDecimal, type Amount } from '../base/money/amount.ts';
import type { PrintedInvoice } from './printed.ts';

export type Language = 'es' | 'de' | 'en';

export interface Locale {
  readonly language: Language;
  /** BCP 47. */
  readonly tag: string;
  readonly page: PrintedInvoice['page'];
  readonly group: string;
  readonly point: string;
  readonly day: 'slashes' | 'dots' | 'words';
}

const ENGLISH: Locale = { language: 'en', tag: 'en', page: 'A4', group: ',', point: '.', day: 'words' };

const LOCALES: Readonly<Record<Country, Locale>> = {
  MX: { language: 'es', tag: 'es-MX', page: 'LETTER', group: ',', point: '.', day: 'slashes' },
  DE: { language: 'de', tag: 'de-DE', page: 'A4', group: '.', point: ',', day: 'dots' },
  AU: { ...ENGLISH, tag: 'en-AU' },
  GB: { ...ENGLISH, tag: 'en-GB' },
  NL: { ...ENGLISH, tag: 'en-NL', group: '.', point: ',' },
  SG: { ...ENGLISH, tag: 'en-SG' },
};

export const localeOf = (country: Country): Locale => LOCALES[country];

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
