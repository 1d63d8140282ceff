// What a wrong value was probably meant to be. Nothing is guessed into the books: readings are for hints only.
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { closest } from '../closest.ts';
import { readDays } from './read-day.ts';
import { readNumbers } from './read-number.ts';

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

const fromEnum = (words: readonly (string | number)[], text: string): readonly unknown[] => {
  const wanted = fold(text);
  const same = words.find((word) => fold(String(word)) === wanted || String(word) === text.padStart(2, '0'));
  return [same ?? closest(wanted, words.map(String))];
};

/** In the other case, without blanks, with the zeros in front that a number loses. */
const fromCode = ({ maxLength = 0 }: PublishedSchema, text: string): readonly string[] => {
  const bare = text.trim();
  const together = bare.replaceAll(/[\s.-]+/g, '');
  const padded = /^\d+$/.test(bare) ? [bare.padStart(Math.min(maxLength, 20), '0')] : [];
  return [bare, bare.toUpperCase(), bare.toLowerCase(), together, together.toUpperCase(), ...padded];
};

const fromText = (schema: PublishedSchema, text: string): readonly unknown[] => {
  if (schema.enum !== undefined) return fromEnum(schema.enum, text);
  if (isDay(schema)) return readDays(text).days;
  if (schema.type === 'number' || schema.type === 'integer') return readNumbers(text);
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
export const readingsOf = (schema: PublishedSchema, value: unknown): readonly unknown[] => {
  if (schema.type === 'array' && schema.items !== undefined && !Array.isArray(value)) {
    const { items } = schema;
    return (fitsSchema(items, value) ? [value] : readingsOf(items, value)).map((item) => [item]);
  }
  if (!isScalar(schema)) return [];
  const inner = unwrapped(value);
  if (fitsSchema(schema, inner)) return inner === value || inner === '' ? [] : [inner];
  if (inner === '' || !isPlain(inner)) return [];
  const found = fromText(schema, String(inner)).filter((each) => fitsSchema(schema, each));
  const readings = [...new Set(found)];
  return schema.pattern !== undefined && !isDay(schema) ? readings.slice(0, 1) : readings;
};
