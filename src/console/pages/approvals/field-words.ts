// The names of what a person approves, field by field, and its values as a person reads them.
import { MONEY_FIELDS } from '../../../../generated/vocabulary/money-fields.ts';
import { fieldWords } from '../../../../generated/texts/field.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { day, figure, money } from '../../format.ts';
import { type Language, wordFor } from '../../../../generated/languages.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { documentWords } from '../../../../generated/texts/document.ts';

/** Fields whose values people read as words. */
const WORDED = new Set(['record_type', 'channel', 'format', 'credit_reason', 'factor']);

/** Only where something is kept, which no page shows. */
const UNSAID = new Set(['content', 'details', 'country_details', 'terms']);

type Names = Readonly<Record<string, string>>;

const commonNames = new Map<Language, Names>();

/** Asked for each field of each line. */
const common = (language: Language): Names => {
  const known = commonNames.get(language) ?? readCommon(language);
  commonNames.set(language, known);
  return known;
};

const readCommon = (language: Language): Names => {
  const { name, title, notes, description, quantity, price, subtotal, tax, total, currency, reference } =
    commonWords(language);
  const { email, amount } = commonWords(language);
  const { rate, base } = documentWords(language);
  return {
    name,
    title,
    notes,
    description,
    quantity,
    unit_price: price,
    subtotal,
    tax,
    total,
    currency,
    reference,
    email,
    amount,
    rate,
    base,
    ...documentWords(language).details,
  };
};

export const nameOf = (language: Language, key: string): string =>
  wordFor(fieldWords(language).fields, key) ??
  common(language)[key] ??
  key.replace(/_(code|minor)$/, '').replaceAll('_', ' ');

/** A code as people read it; itself where it has no words. */
export const codeText = (language: Language, key: string, value: string): string =>
  (WORDED.has(key) ? wordFor(fieldWords(language).values, value) : undefined) ?? value;

/** `lines`, `2`, `unit_price`: "Line 3 · Unit price". */
export const pathText = (language: Language, path: readonly string[]): string => {
  const words = fieldWords(language);
  const said = path.filter((key, n) => !UNSAID.has(key) || n === path.length - 1);
  return said
    .flatMap((key, n) => {
      if (said[n - 1] === 'lines' && /^\d+$/.test(key))
        return [words.line(figure(language, Number(key) + 1))];
      if (key === 'lines' && n < said.length - 1) return [];
      return [/^\d+$/.test(key) ? words.nth(figure(language, Number(key) + 1)) : nameOf(language, key)];
    })
    .join(' · ');
};

const MONEY: ReadonlySet<string> = new Set(MONEY_FIELDS.fields.split(' '));

/** Amounts of lines have up to six decimals, all of which are filed. */
const MOST_DECIMALS = 6;
/** Of a currency of small units, all of which count. */
const RATE_DECIMALS = 12;

export const exactSum = (language: Language, value: number, currency: string): string => {
  const digits = currencyDigits(currency);
  return figure(language, value, digits, Math.max(digits, MOST_DECIMALS));
};

const DAYS = new Set([
  'issue_date',
  'due_date',
  'delivery_date',
  'supply_date',
  'paid_on',
  'payment_date',
  'from',
  'to',
]);

/** Whether it is a calendar day: a reference that only looks like one is told as it stands. */
export const isDay = (key: string, value: unknown): value is string =>
  DAYS.has(key) && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

const isPlainNumber = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^-?\d+(\.\d+)?$/.test(String(value));

/** A value at its place, in the currency of the document. */
export const valueText = (language: Language, key: string, value: unknown, currency: string): string => {
  const { yes, no } = commonWords(language);
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value))
    return value.map((item) => valueText(language, key, item, currency)).join('; ') || '–';
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .filter(
          ([, inner]) => inner !== null && inner !== '' && !(Array.isArray(inner) && inner.length === 0),
        )
        .map(([name, inner]) => `${nameOf(language, name)}: ${valueText(language, name, inner, currency)}`)
        .join(', ') || '–'
    );
  if (isPlainNumber(value)) {
    if (key.endsWith('_minor'))
      return money(language, Number(value) / 10 ** currencyDigits(currency), currency);
    if (key === 'year') return `${Number(value)}`;
    if (MONEY.has(key)) return `${exactSum(language, Number(value), currency)}\u00a0${currency}`;
    if (key === 'exchange_rate') return figure(language, Number(value), 0, RATE_DECIMALS);
    if (typeof value === 'number' || /^(quantity|tax_rate|rate)$/.test(key))
      return figure(language, Number(value));
  }
  if (isDay(key, value)) return day(language, value);
  return typeof value === 'string' ? codeText(language, key, value) : JSON.stringify(value);
};
