// What goes wrong with arguments, class by class: each mutation says which parameters are at fault, how the answer must
// show what is allowed, and what the value was certainly meant to be, where that is certain.
import { type IdName, ID_PREFIXES } from '../../generated/ids.ts';
import type { PublishedSchema } from '../../generated/runtime.ts';
import type { Random } from '../property/random.ts';
import type { Company } from './books.ts';

/** Where a value stands in the arguments, and what the schema says of it. */
export interface Site {
  readonly path: readonly (string | number)[];
  readonly schema: PublishedSchema;
  readonly required: boolean;
}

/** What the answer must say of one parameter. */
export interface Expected {
  readonly path: string;
  /** What came; absent for a parameter that did not come. */
  readonly received?: unknown;
  /** The words for what is allowed, with an example. */
  readonly allowed: RegExp;
  /** What the hint must carry: the repaired value, or the id and tool that are meant. */
  readonly repaired?: string;
  /** What came says the value as a client writes it, so that it is taken and nothing is told. */
  readonly isTaken?: boolean;
  /** Missing, unless the answer gives it by correcting this other path. */
  readonly unlessFrom?: string;
}

/** A wrong value for a site; `undefined` takes the value away. */
export interface Wrong {
  readonly value: unknown;
  readonly repaired?: string;
  readonly allowed?: RegExp;
}

export type Mutator = (random: Random, site: Site, company: Company) => Wrong | undefined;

const ID_PATTERN = /^\^\(?([a-z]{4}(?:\|[a-z]{4})*)\)?_\[/;
const ANY_ID = '^[a-z]{4}_';

/** A schema of ids of any kind may name those that fit. */
interface IdSchema extends PublishedSchema {
  readonly ids?: readonly IdName[];
}

export const kindsOf = ({ pattern = '', ids }: IdSchema): readonly string[] =>
  pattern.startsWith(ANY_ID)
    ? ['invc', 'bill', 'ctpy', 'enti'].filter((kind) => ids?.some((id) => ID_PREFIXES[id] === kind) ?? true)
    : (ID_PATTERN.exec(pattern)?.[1]?.split('|') ?? []);

export const isDay = ({ pattern }: PublishedSchema): boolean => pattern === '^\\d{4}-\\d{2}-\\d{2}$';
const isNumber = ({ type }: PublishedSchema): boolean => type === 'number' || type === 'integer';
const isId = (schema: PublishedSchema): boolean => kindsOf(schema).length > 0;
const isFree = (schema: PublishedSchema): boolean =>
  schema.type === 'string' && schema.pattern === undefined && schema.enum === undefined;
/** A code with a pattern: no day, no id. */
const isCode = (schema: PublishedSchema): boolean =>
  schema.pattern !== undefined && !isDay(schema) && !isId(schema) && !schema.pattern.includes('(T[');

const fits = (
  { pattern = '', minimum, exclusiveMinimum, maximum, type }: PublishedSchema,
  value: unknown,
) => {
  if (typeof value !== 'number') return new RegExp(pattern, 'u').test(String(value));
  return (
    value >= (minimum ?? -Infinity) &&
    value > (exclusiveMinimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    (type !== 'integer' || Number.isInteger(value))
  );
};

const escape = (text: string): RegExp => new RegExp(text.replaceAll(/[^\w ]/g, '\\$&'));

/** How an answer must show what this schema takes. */
export const allowedOf = (schema: PublishedSchema): RegExp => {
  if (schema.enum !== undefined) return escape(String(schema.enum.at(-1)));
  if (isDay(schema)) return /YYYY-MM-DD.*\d{4}-\d{2}-\d{2}/s;
  if (isId(schema)) return new RegExp(kindsOf(schema).join('|'));
  if (isNumber(schema)) return /number\b.*\d/s;
  if (schema.type === 'boolean') return /true or false/;
  if (schema.type === 'array') return /array|list/;
  if (schema.type === 'object') return /object/;
  // A word of the answer is itself such a code.
  if (schema.words !== undefined) return /such as/;
  return schema.pattern === undefined ? /\btext in quotes|\bcharacters?\b.*like this/s : /such as/;
};

const DAYS: readonly (readonly [unknown, string?])[] = [
  ['21/11/2026', '2026-11-21'],
  ['11/21/2026', '2026-11-21'],
  ['2026-11-21T00:00:00Z', '2026-11-21'],
  ['21 Nov 2026', '2026-11-21'],
  ['21 de noviembre de 2026', '2026-11-21'],
  ['November 21, 2026', '2026-11-21'],
  ['21.11.2026', '2026-11-21'],
  ['2026/11/21', '2026-11-21'],
  ['2026-1-5', '2026-01-05'],
  ['20261121', '2026-11-21'],
  [20261121, '2026-11-21'],
  ['05/11/2026', '2026-11-05'],
  ['2026-02-30', '2026-02-28'],
  ['31/11/2026', '2026-11-30'],
  ['2026-13-01'],
  ['tomorrow'],
];

const NUMBERS: readonly (readonly [unknown, string?])[] = [
  ['1,234.50', '1234.5'],
  ['1.234,50', '1234.5'],
  ['$100', '100'],
  ['100 MXN', '100'],
  ['€ 99', '99'],
  ['1e3', '1000'],
  ['12.5', '12.5'],
  ['7', '7'],
  ['1,5', '1.5'],
  ['1,234', '1234'],
  ['NaN'],
  ['a hundred'],
  ['Infinity'],
];

/** A figure or truth value in quotes, whose digits say one number alone, and a word for a list of words. */
export const isTaken = (schema: PublishedSchema, value: unknown): boolean => {
  if (typeof value !== 'string') return false;
  if (schema.type === 'boolean') return /^(?:true|false)$/i.test(value);
  if (isNumber(schema))
    return (
      /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(value) &&
      !/^\d{1,3}\.\d{3}$/.test(value) &&
      fits(schema, Number(value))
    );
  const { items } = schema;
  if (schema.type !== 'array' || items?.type !== 'string') return false;
  return items.enum === undefined ? fits(items, value) : items.enum.some((each) => each === value);
};

const truthy = ['yes', 'true', 'TRUE', 'sí', 1, '1'];
const falsy = ['no', 'false', 'False', 0, '0'];

const swap = (random: Random, text: string): string => {
  const at = random.int(1, text.length - 2);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
};
const drop = (random: Random, text: string): string => {
  const at = random.int(1, text.length - 1);
  return text.slice(0, at) + text.slice(at + 1);
};

/** Another way to write a name or a word, by a slip of the hand. */
export const misspell = (random: Random, text: string): string =>
  random.chance(0.5) && text.length > 3 ? swap(random, text) : drop(random, text);

const other = (random: Random, { ids }: Company, kinds: readonly string[]): string =>
  random.pick(Object.entries(ids).filter(([kind]) => !kinds.includes(kind)))[1][0] ?? '';

export const MUTATORS: Readonly<Record<string, Mutator>> = {
  'string for number': (random, { schema }) => {
    if (!isNumber(schema)) return undefined;
    const number = schema.type === 'integer' ? 3 : 12.5;
    if (!fits(schema, number)) return undefined;
    return random.chance(0.3) ? { value: 'many' } : { value: String(number), repaired: String(number) };
  },
  'number for string': (_random, { schema }) => {
    // A text that has no room for the number cannot be it.
    if (isFree(schema)) return { value: 10.5, ...((schema.minLength ?? 0) > 4 ? {} : { repaired: '10.5' }) };
    if (schema.type !== 'string' || isDay(schema)) return undefined;
    return { value: 123 };
  },
  'object for string': (_random, { schema }) =>
    schema.type === 'string' ? { value: { text: 'x', other: 1 } } : undefined,
  'array for scalar': (random, { schema }, company) => {
    if (schema.type === 'array' || schema.type === 'object') return undefined;
    const [kind] = kindsOf(schema);
    const one = isDay(schema)
      ? '2026-11-21'
      : kind !== undefined
        ? company.ids[kind]?.[0]
        : isNumber(schema)
          ? 7
          : schema.type === 'boolean'
            ? true
            : (schema.enum?.[0] ??
              (schema.pattern === undefined && (schema.minLength ?? 0) <= 4 ? 'text' : undefined));
    if (one === undefined || random.chance(0.2)) return { value: [] };
    return { value: [one], repaired: String(one) };
  },
  'scalar for array or object': (_random, { schema }) =>
    schema.type === 'array' || schema.type === 'object' ? { value: 'one' } : undefined,
  'boolean words': (random, { schema }) => {
    if (schema.type !== 'boolean') return undefined;
    return random.chance(0.5)
      ? { value: random.pick(truthy), repaired: 'true' }
      : { value: random.pick(falsy), repaired: 'false' };
  },
  dates: (random, { schema }) => {
    if (!isDay(schema)) return undefined;
    const [value, repaired] = random.pick(DAYS);
    return { value, ...(repaired === undefined ? {} : { repaired }) };
  },
  numbers: (random, { schema }) => {
    if (!isNumber(schema)) return undefined;
    const [value, repaired] = random.pick(NUMBERS);
    if (repaired !== undefined && !fits(schema, Number(repaired))) return undefined;
    return { value, ...(repaired === undefined ? {} : { repaired }) };
  },
  'out of range': (random, { schema }) => {
    if (!isNumber(schema) || schema.maximum === undefined) return undefined;
    const least = schema.minimum ?? schema.exclusiveMinimum ?? 0;
    return { value: random.chance(0.5) ? least - 1 : schema.maximum * 10 + 10, allowed: /\d/ };
  },
  'wrong case': (random, { schema }, company) => {
    const [kind] = kindsOf(schema);
    if (kind !== undefined) {
      const ids = company.ids[kind] ?? [];
      if (ids.length === 0) return undefined;
      const id = random.pick(ids);
      return { value: id.toUpperCase(), repaired: id };
    }
    const word = random.pick(schema.enum ?? ['MXN', 'DE', 'G03', 'HUR']);
    if (schema.enum === undefined && !(isCode(schema) && fits(schema, word))) return undefined;
    const text = String(word);
    const value = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
    return value === text || (schema.enum === undefined && fits(schema, value))
      ? undefined
      : { value, repaired: text };
  },
  'near-miss enum': (random, { schema }) => {
    const words = (schema.enum ?? []).map(String).filter((word) => word.length > 4);
    if (words.length === 0) return undefined;
    const word = random.pick(words);
    const value = misspell(random, word);
    return words.includes(value) ? undefined : { value, repaired: word };
  },
  'name for id': (random, { schema }, company) => {
    const kind = random.pick(kindsOf(schema).length > 0 ? kindsOf(schema) : ['']);
    const named = (company.names[kind] ?? []).filter(({ name }) => name !== '');
    if (named.length === 0) return undefined;
    const { name, id } = random.pick(named);
    const loose = kind === 'ctpy' ? name.split(' ').slice(0, 2).join(' ') : name;
    return { value: random.chance(0.5) ? name : loose, repaired: id };
  },
  'unknown name for id': (_random, { schema }) =>
    isId(schema) ? { value: 'Zzyzx Holdings', allowed: /list_|search/ } : undefined,
  'id of another type': (random, { schema }, company) =>
    isId(schema) && !(schema.pattern ?? '').startsWith(ANY_ID)
      ? { value: other(random, company, kindsOf(schema)), allowed: /list_|search/ }
      : undefined,
  'truncated id': (random, { schema }, company) => {
    const [kind] = kindsOf(schema);
    const id = kind === undefined ? undefined : company.ids[kind]?.[0];
    return id === undefined
      ? undefined
      : { value: id.slice(0, random.int(6, id.length - 1)), allowed: /list_|search/ };
  },
  'missing required': (_random, { required }) => (required ? { value: undefined } : undefined),
  'null for required': (_random, { required }) => (required ? { value: null } : undefined),
  'empty strings': (_random, { schema, required }) =>
    (required && schema.type === 'string' && (schema.minLength ?? 0) + (schema.pattern ?? '').length > 0) ||
    schema.type === 'number'
      ? { value: '' }
      : undefined,
};
