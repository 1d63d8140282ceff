// What a parameter takes, in words with an example, from the spec. Patterns are for programs and never shown.
import { ID_FINDERS, ID_NOUNS, ID_PREFIXES, type IdName } from '../../../generated/ids.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const either = (parts: readonly string[]): string => parts.join(' or ');

export const nounsOf = (ids: readonly IdName[]): string => either(ids.map((id) => withArticle(ID_NOUNS[id])));

export const prefixesOf = (ids: readonly IdName[]): string => either(ids.map((id) => `${ID_PREFIXES[id]}_`));

/** The tools that tell such ids. */
export const findersOf = (ids: readonly IdName[]): string =>
  either([...new Set(ids.map((id) => ID_FINDERS[id]))]);

/** The rest of an id that stands for none. */
const EXAMPLE_SUFFIX = '01k5m8x2q4e7taw9c6rjv3hn0a';

/** A number within the bounds that nobody takes for a default. */
const exampleNumber = ({ minimum, exclusiveMinimum, maximum }: PublishedSchema): number =>
  Math.max(Math.min(10, maximum ?? 10), minimum ?? 0, (exclusiveMinimum ?? -1) + 1);

/** A value that the schema takes; of objects the required fields. */
export const exampleOf = (schema: PublishedSchema): unknown => {
  if (schema.example !== undefined) return schema.example;
  const [id] = schema.ids ?? [];
  if (id !== undefined) return `${ID_PREFIXES[id]}_${EXAMPLE_SUFFIX}`;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case 'object':
      return exampleObject(schema);
    default:
      return 'text';
  }
};

const exampleObject = ({ properties = {}, required }: PublishedSchema): object => {
  const names = required ?? Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      names.includes(name) ? [[name, exampleOf(field)]] : [],
    ),
  );
};

const wordsOf = (schema: PublishedSchema): string => {
  if (schema.words !== undefined) return schema.words;
  if (schema.ids !== undefined) return `the id of ${nounsOf(schema.ids)}`;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'integer':
      return 'a whole number without quotes';
    case 'number':
      return 'a number without quotes, signs of thousands or currency';
    case 'boolean':
      return 'true or false without quotes';
    case 'array':
      return 'a JSON array';
    case 'object':
      return `a JSON object with ${Object.keys(schema.properties ?? {}).join(', ')}`;
    default:
      return 'text in quotes';
  }
};

/** `a calendar day as YYYY-MM-DD, such as 2026-11-21`. */
export const allowedIn = (schema: PublishedSchema): string => {
  const words = wordsOf(schema);
  const isPlainText = schema.type === 'string' && schema.words === undefined && schema.ids === undefined;
  const isSelfEvident = schema.enum !== undefined || schema.type === 'boolean' || isPlainText;
  return isSelfEvident && schema.example === undefined
    ? words
    : `${words}, such as ${showValue(exampleOf(schema))}`;
};

/** Text as it is, anything else as JSON. */
export const showValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
