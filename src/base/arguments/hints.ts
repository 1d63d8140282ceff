// The way back from a wrong value.
import type { ErrorObject } from 'ajv';

import { ID_NOUNS, ID_PREFIXES, ID_SUFFIX, type IdName } from '../../../generated/ids.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { ToolError } from '../errors.ts';
import { exampleOf, findersOf, nounsOf, prefixesOf, showValue } from './allowed.ts';
import { english, say } from '../said.ts';
import { leafOf, type Place, show } from './places.ts';
import { isDay, readDays, readingsOf } from './readings.ts';
import type { Standing } from './values.ts';

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
export const hintFor = ({ path, value, schema }: Place, at?: Standing): string => {
  const [reading, ...others] = readingsOf(schema, value, at);
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
  const find = schema.ids === undefined ? '' : `; ${findersOf(schema.ids)} finds it`;
  return schema.enum === undefined
    ? `Give ${leafOf(path)} like this: ${showValue(JSON.stringify(exampleOf(schema)))}${find}.`
    : `Choose one of these for ${leafOf(path)}.`;
};

/** Bounds say by themselves what to do. */
export const boundHint = ({ keyword, params }: ErrorObject, { path, schema }: Place): string | undefined => {
  const leaf = leafOf(path);
  if (isLengthOfPattern(keyword, schema)) return undefined;
  if (keyword === 'maxLength') return `Shorten ${leaf} to ${pluralise(params['limit'], 'character')}.`;
  if (keyword === 'maxItems')
    return `Give ${leaf} in several calls of ${pluralise(params['limit'], 'item')}.`;
  if (keyword === 'uniqueItems') return `Give each item of ${leaf} once.`;
  const { minimum, exclusiveMinimum, maximum } = schema;
  const least = minimum === undefined ? `above ${String(exclusiveMinimum)}` : `from ${minimum}`;
  return keyword.endsWith('imum') ? `Give ${leaf} a number ${least} up to ${String(maximum)}.` : undefined;
};

const OF_LINE = /^line_items\[\d+\]\.(?:unit_price|quantity)$/u;

/** A line below zero stands for a deduction or a return, which have places of their own. */
export const negativeHint = (
  { path, value }: Place,
  line: PublishedSchema,
  { properties = {} }: PublishedSchema,
): string | undefined => {
  if (!OF_LINE.test(path) || !(Number(value) < 0)) return undefined;
  if ('bill_number' in properties) return english(say('hint_negative_bill_line', {}));
  return 'discount' in (line.properties ?? {}) ? english(say('hint_negative_line', {})) : undefined;
};

// What stands where an id belongs: an id of another type, a part of one, or a name, which its tool finds.

const WHOLE_ID = new RegExp(`^([a-z]{4})_${ID_SUFFIX}$`);

const ofPrefix = (prefix: string): IdName | undefined =>
  (Object.keys(ID_PREFIXES) as IdName[]).find((name) => ID_PREFIXES[name] === prefix);

/** A value that is no id of these kinds; it may be what a person calls the record. */
export class IdFault extends ToolError {
  readonly ids: readonly IdName[];
  readonly text: string;

  constructor(details: object, ids: readonly IdName[], text: string) {
    super('invalid_parameter', details);
    this.ids = ids;
    this.text = text;
  }
}

/** True for what a record may be called, and what begins like no id. */
export const isName = (text: string): boolean =>
  text.trim() !== '' && !/^[a-z]{4}_/i.test(text) && text.length <= 300;

export const idHint = (ids: readonly IdName[], text: string): string => {
  const find = `call ${findersOf(ids)} to find it`;
  const prefix = WHOLE_ID.exec(text)?.[1];
  const kind = prefix === undefined ? undefined : ofPrefix(prefix);
  if (kind !== undefined)
    return `That is the id of ${nounsOf([kind])}; an id of ${nounsOf(ids)} begins with ${prefixesOf(ids)}: ${find}.`;
  if (prefix === undefined && /^[a-z]{4}_/i.test(text))
    return `An id has the prefix and 26 letters and digits; this one is cut off or changed. Copy it whole, or ${find}.`;
  return `Ids of ${ids.map((id) => ID_NOUNS[id]).join(' or ')} records begin with ${prefixesOf(ids)}: ${find}.`;
};
