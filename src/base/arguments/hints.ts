// The way back from a wrong value.
import type { ErrorObject } from 'ajv';

import type { PublishedSchema } from '../../../generated/runtime.ts';
import { exampleOf, findersOf, showValue } from './allowed.ts';
import { idHint } from './id-fault.ts';
import { leafOf, type Place, show } from './places.ts';
import { readDays } from './read-day.ts';
import { isDay, readingsOf } from './readings.ts';

export const pluralise = (limit: unknown, noun: string): string =>
  `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;

/** Where there is a pattern, its words say the length too. */
export const isLengthOfPattern = (keyword: string, { pattern }: PublishedSchema): boolean =>
  pattern !== undefined && keyword.endsWith('Length');

/** A proposal as the caller would write it: quotes where they are what is wrong. */
const propose = (reading: unknown, value: unknown): string => {
  if (typeof reading === 'string' && typeof value === 'string') return reading;
  const json = show(JSON.stringify(reading));
  return typeof reading !== 'string' && typeof value === 'string' ? `${json} without quotes` : json;
};

/** The way back from a wrong value: what was meant, where that can be told, else how it is written. */
export const hintFor = ({ path, value, schema, required }: Place): string => {
  const [reading, ...others] = readingsOf(schema, value);
  if (reading !== undefined) {
    const all = [reading, ...others].map((each) => propose(each, value));
    return others.length === 0
      ? `Did you mean ${all.join()}?`
      : `${show(value)} can mean ${all.join(' or ')}: ask which, and write it so.`;
  }
  // An object may have a `toString` of the caller's, which is none.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  if (schema.ids !== undefined && text !== undefined) return idHint(schema.ids, text.trim());
  const { last } = isDay(schema) && text !== undefined ? readDays(text) : {};
  if (last !== undefined) return `As YYYY-MM-DD, the last day of that month is ${last}.`;
  const orNot = required ? '' : ', or leave it out';
  const find = schema.ids === undefined ? '' : `; ${findersOf(schema.ids)} finds it`;
  return schema.enum === undefined
    ? `Give ${leafOf(path)} like this: ${showValue(JSON.stringify(exampleOf(schema)))}${orNot}${find}.`
    : `Choose one of these for ${leafOf(path)}${orNot}.`;
};

/** Bounds say by themselves what to do. */
export const boundHint = (
  { keyword, params }: ErrorObject,
  { path, required, schema }: Place,
): string | undefined => {
  const leaf = leafOf(path);
  if (isLengthOfPattern(keyword, schema)) return undefined;
  if (keyword === 'maxLength') return `Shorten ${leaf} to ${pluralise(params['limit'], 'character')}.`;
  if (keyword === 'maxItems')
    return `Give ${leaf} in several calls of ${pluralise(params['limit'], 'item')}.`;
  if (keyword === 'uniqueItems') return `Give each item of ${leaf} once.`;
  const { minimum, exclusiveMinimum, maximum } = schema;
  const least = minimum === undefined ? `above ${String(exclusiveMinimum)}` : `from ${minimum}`;
  return keyword.endsWith('imum')
    ? `Give ${leaf} a number ${least} up to ${String(maximum)}${required ? '' : ', or leave it out'}.`
    : undefined;
};
