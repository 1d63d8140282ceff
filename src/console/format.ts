// Figures and days as a person reads and writes them. What a person types is read strictly and shown again as it was
// understood: a German 1.234 is a thousand, an English one is not an amount.
import { currencyDigits } from '../base/money/currency.ts';
import { type Decimal, decimal, toText } from '../base/money/decimal.ts';
import { type Language, TAGS } from '../../generated/languages.ts';

interface Marks {
  readonly group: string;
  readonly point: string;
}

const MARKS: Readonly<Record<Language, Marks>> = {
  en: { group: ',', point: '.' },
  es: { group: ',', point: '.' },
  de: { group: '.', point: ',' },
};

/** Making a format costs more than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
const kept = <F extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: () => F): F => {
  const found = formats.get(name) ?? make();
  formats.set(name, found);
  return found as F;
};

/** A number with at least and at most so many decimals. */
export const figure = (language: Language, value: number, least = 0, most = Math.max(least, 6)): string =>
  kept(
    `${language} ${least} ${most}`,
    () =>
      new Intl.NumberFormat(TAGS[language], { minimumFractionDigits: least, maximumFractionDigits: most }),
  ).format(value);

const KILOBYTE = 1000;

/** The size of a file. */
export const fileSize = (language: Language, bytes: number): string => {
  const units = ['B', 'kB', 'MB'] as const;
  const step = bytes < KILOBYTE ? 0 : bytes < KILOBYTE ** 2 ? 1 : 2;
  return `${figure(language, bytes / KILOBYTE ** step, 0, step === 0 ? 0 : 1)} ${units[step]}`;
};

/** An amount in major units with the digits of its currency, without its code. */
export const sum = (language: Language, value: number, currency: string): string => {
  const digits = currencyDigits(currency);
  return figure(language, value, digits, digits);
};

/** An amount with its code, for texts; pages show the code apart. */
export const money = (language: Language, value: number, currency: string): string =>
  `${sum(language, value, currency)}\u00a0${currency}`;

/** A share from 0 to 1 as a whole per cent, never rounded up to certainty. */
export const share = (language: Language, value: number): string =>
  `${figure(language, Math.floor(value * 100))}\u00a0%`;

/** A calendar day, from `YYYY-MM-DD`. */
export const day = (language: Language, text: string): string =>
  kept(
    `${language} day`,
    () => new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'medium', timeZone: 'UTC' }),
  ).format(new Date(`${text.slice(0, 10)}T00:00:00Z`));

/** `MX` is Mexico. */
export const countryName = (language: Language, code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames([TAGS[language]], { type: 'region' }).of(code) ?? code)
    : code;

/** A month, from `YYYY-MM`; short for the foot of a chart. */
export const monthName = (language: Language, month: string, length: 'long' | 'short' = 'long'): string =>
  kept(
    `${language} month ${length}`,
    () =>
      new Intl.DateTimeFormat(TAGS[language], {
        month: length,
        timeZone: 'UTC',
        ...(length === 'long' ? { year: 'numeric' } : {}),
      }),
  ).format(new Date(`${month}-01T00:00:00Z`));

/** A moment in the company's or the person's time zone, which is always named. */
export const moment = (language: Language, at: Date | string, timeZone: string): string => {
  const when = typeof at === 'string' ? new Date(at) : at;
  const told = kept(
    `${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  ).format(when);
  const zone = kept(
    `${language} ${timeZone} zone`,
    () => new Intl.DateTimeFormat(TAGS[language], { timeZoneName: 'short', timeZone }),
  )
    .formatToParts(when)
    .find(({ type }) => type === 'timeZoneName');
  return zone === undefined ? told : `${told}\u00a0${zone.value}`;
};

/** How amounts are written in this language, for hints beside a field. */
export const exampleAmount = (language: Language): string => figure(language, 1234.5, 2, 2);

/**
 * What a person typed as a number, or undefined: digits, at most one decimal mark, groups of three only where they
 * belong, a sign in front.
 */
export const readFigure = (language: Language, typed: string): Decimal | undefined => {
  const { group, point } = MARKS[language];
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(/^\u2212/, '-');
  const [whole = '', fraction, ...more] = text.split(point);
  if (more.length > 0 || text.length > 24) return undefined;
  if (fraction !== undefined && !/^\d{1,9}$/.test(fraction)) return undefined;
  const grouped = new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+$`);
  if (!/^-?\d+$/.test(whole) && !grouped.test(whole)) return undefined;
  const digits = whole.replaceAll(group, '');
  return decimal(fraction === undefined ? digits : `${digits}.${fraction}`);
};

/** A value as it is written into a field, so that it is read again as the same. */
export const typedFigure = (language: Language, value: number | string): string =>
  toText(decimal(String(value))).replace('.', MARKS[language].point);
