// What a wrong value was probably meant to be. Nothing is guessed into the books: readings are for hints only.
import { CURRENCIES } from '../../../generated/currencies.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { closest } from '../closest.ts';
import { dayIn } from '../time/day.ts';
import { DENIAL, type Standing, valuesFor } from './values.ts';

const YES = new Set(['true', 'yes', 'y', '1', 'on', 'si', 'sí', 'ja', 'verdadero', 'wahr']);
const NO = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'falso', 'falsch']);

export const isDay = ({ pattern }: PublishedSchema): boolean =>
  pattern?.startsWith('^\\d{4}-\\d{2}-\\d{2}') === true;

const isScalar = ({ type }: PublishedSchema): boolean => type !== 'array' && type !== 'object';

/** Whether the value could stand as it is; of arrays and objects only the kind is looked at. */
export const fitsSchema = (schema: PublishedSchema, value: unknown): boolean => {
  if (schema.enum !== undefined) return schema.enum.some((each) => each === value);
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (schema.minLength ?? 0) &&
        value.length <= (schema.maxLength ?? Infinity) &&
        (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value))
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return (
        typeof value === 'number' &&
        (schema.type === 'number' || Number.isInteger(value)) &&
        value >= (schema.minimum ?? -Infinity) &&
        value > (schema.exclusiveMinimum ?? -Infinity) &&
        value <= (schema.maximum ?? Infinity)
      );
  }
};

const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');

const NOWHERE: Standing = { tool: '', path: '' };

/** The value itself, however it is written, or what it stands for. */
export const knownValues = (
  schema: PublishedSchema,
  text: string,
  at: Standing = NOWHERE,
): readonly unknown[] => {
  const wanted = fold(text);
  const same = schema.enum?.find(
    (word) => fold(String(word)) === wanted || String(word) === text.padStart(2, '0'),
  );
  return same === undefined ? valuesFor(schema, text, at) : [same];
};

const fromEnum = (schema: PublishedSchema, text: string, at: Standing): readonly unknown[] => {
  if (DENIAL.test(text)) return [];
  const known = knownValues(schema, text, at);
  return known.length > 0 ? known : [closest(fold(text), (schema.enum ?? []).map(String))];
};

/** In the other case, without blanks, with the zeros in front that a number loses. */
const fromCode = ({ maxLength = 0 }: PublishedSchema, text: string): readonly string[] => {
  const bare = text.trim();
  const together = bare.replaceAll(/[\s.-]+/g, '');
  const padded = /^\d+$/.test(bare) ? [bare.padStart(Math.min(maxLength, 20), '0')] : [];
  return [bare, bare.toUpperCase(), bare.toLowerCase(), together, together.toUpperCase(), ...padded];
};

const fromText = (schema: PublishedSchema, text: string, at: Standing): readonly unknown[] => {
  if (schema.enum !== undefined) return fromEnum(schema, text, at);
  if (isDay(schema)) return readDays(text, at.zone).days;
  if (schema.type === 'number' || schema.type === 'integer')
    // A share of something is no amount of it.
    return /%\s*$/.test(text) && (schema.maximum ?? Infinity) > 100 ? [] : readNumbers(text);
  const word = text.trim().toLowerCase();
  if (schema.type === 'boolean') return [YES.has(word) ? true : NO.has(word) ? false : undefined];
  return schema.pattern === undefined ? [text.trim()] : fromCode(schema, text);
};

/** A lone value that came wrapped: `["x"]`, `{"id": "x"}`. */
const unwrapped = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const inner: readonly unknown[] = Object.values(value);
  return inner.length === 1 ? inner[0] : undefined;
};

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The values that may have been meant: one is certain enough to propose, two are open, none is known. */
export const readingsOf = (
  schema: PublishedSchema,
  value: unknown,
  at: Standing = NOWHERE,
): readonly unknown[] => {
  if (schema.type === 'array' && schema.items !== undefined && !Array.isArray(value)) {
    const { items } = schema;
    return (fitsSchema(items, value) ? [value] : readingsOf(items, value, at)).map((item) => [item]);
  }
  if (!isScalar(schema)) return [];
  const inner = unwrapped(value);
  if (fitsSchema(schema, inner)) return inner === value || inner === '' ? [] : [inner];
  if (inner === '' || !isPlain(inner)) return [];
  const found = fromText(schema, String(inner), at).filter((each) => fitsSchema(schema, each));
  const readings = [...new Set(found)];
  return schema.pattern !== undefined && !isDay(schema) ? readings.slice(0, 1) : readings;
};

// Days as people write them, for the hint of a call that did not write YYYY-MM-DD.

/** The days that a text can mean: one is certain, two are open, none is no day. */
export interface ReadDays {
  readonly days: readonly string[];
  /** The last day of the month, when the text names a later one. */
  readonly last?: string;
}

const NONE: ReadDays = { days: [] };

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const write = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

const toDay = (year: number, month: number, day: number): ReadDays => {
  if (month < 1 || month > 12 || day < 1 || day > 31) return NONE;
  const last = lastOf(year, month);
  return day > last ? { days: [], last: write(year, month, last) } : { days: [write(year, month, day)] };
};

/** `21/11/2026` can be one day only, `05/11/2026` two; with points the day always comes first. */
const fromParts = (first: number, second: number, year: number, separator: string): ReadDays => {
  const dayFirst = toDay(year, second, first);
  if (separator === '.') return dayFirst;
  const monthFirst = toDay(year, first, second);
  const days = [...new Set([...dayFirst.days, ...monthFirst.days])];
  return days.length > 0 ? { days } : dayFirst.last === undefined ? monthFirst : dayFirst;
};

const LANGUAGES = ['en', 'es', 'de', 'nl'];

let months: ReadonlyMap<string, number> | undefined;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** The names of the months and their first three letters. */
const monthNames = (): ReadonlyMap<string, number> => {
  const names = LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => {
      const name = plain(format.format(new Date(Date.UTC(2000, index, 1))));
      return [[name, index + 1] as const, [name.slice(0, 3), index + 1] as const];
    }).flat();
  });
  return new Map(names);
};

const monthOf = (word: string): number | undefined => {
  months ??= monthNames();
  return months.get(word) ?? months.get(word.slice(0, 3));
};

const inWords = (text: string): ReadDays => {
  const words = plain(text)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !['de', 'del', 'of', 'the', 'van'].includes(word))
    .map((word) => word.replace(/^(\d{1,2})(st|nd|rd|th)$/, '$1'));
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word)).map(Number);
  const [name, ...more] = words.filter((word) => !/^\d/.test(word));
  const month = name === undefined || more.length > 0 ? undefined : monthOf(name);
  const year = numbers.find((number) => number > 31);
  const day = numbers.find((number) => number <= 31);
  if (numbers.length !== 2 || month === undefined || year === undefined || day === undefined) return NONE;
  return toDay(year, month, day);
};

/** The day of an instant where the entity is, beside the one that is written; midnight is told of a day as such. */
const dayThere = (text: string, zone: string | undefined): readonly string[] => {
  const isInstant = /T(?!00:00(?::00(?:\.0+)?)?Z?$).*(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const moment = new Date(text);
  return isInstant && zone !== undefined && !Number.isNaN(moment.getTime()) ? [dayIn(zone, moment)] : [];
};

/** In a zone, an instant of which the day there is another one can mean both. */
export const readDays = (given: string, zone?: string): ReadDays => {
  const read = daysIn(given);
  const [day] = read.days;
  if (day === undefined) return read;
  return { ...read, days: [...new Set([...read.days, ...dayThere(given.trim(), zone)])] };
};

const daysIn = (given: string): ReadDays => {
  const text = given.trim().slice(0, 60);
  const yearFirst = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (yearFirst !== null && (yearFirst[2] !== '' || /^\d{8}(T|$)/.test(text)))
    return toDay(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/.exec(text);
  if (yearLast === null) return inWords(text);
  return fromParts(Number(yearLast[1]), Number(yearLast[3]), Number(yearLast[4]), yearLast[2] ?? '');
};

// Numbers as people write them, for the hint of a call that sent text.

/** `1.234,50` or `1,234.50`: the last of two different signs is the decimal one. */
const plainForms = (text: string): readonly string[] => {
  if (/^[+-]?\d+(\.\d+)?(e[+-]?\d{1,2})?$/i.test(text)) {
    // Three digits behind the only point may be thousands.
    return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text) ? [text, text.replace('.', '')] : [text];
  }
  const parts = text.replaceAll(/[ '\u00a0\u202f]/g, '');
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(parts) || /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(parts))
    return [parts.replaceAll(',', '')];
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(parts) || /^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(parts))
    return [parts.replaceAll('.', '').replace(',', '.')];
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(parts)) return [parts.replace(',', ''), parts.replace(',', '.')];
  if (/^[+-]?\d+,\d+$/.test(parts)) return [parts.replace(',', '.')];
  return parts === text ? [] : plainForms(parts);
};

/** Without currency and percent signs: `$100`, `100 MXN`, `16%`. */
const withoutUnit = (text: string): string =>
  text
    .replace(/^\p{Sc}|\p{Sc}$|%$/gu, '')
    .replace(/^([A-Z]{3})\b|\b([A-Z]{3})$/gi, (code) =>
      Object.hasOwn(CURRENCIES, code.toUpperCase()) ? '' : code,
    )
    .replace(/^\p{Sc}/u, '')
    .trim();

/** The numbers that a text can mean: one is certain, two are open. */
export const readNumbers = (given: string): readonly number[] =>
  plainForms(withoutUnit(given.trim().slice(0, 60))).map(Number);
