// What an update is to empty. Clients send null or "" for what was left unset, which says nothing of a new record; of one
// that is there, it says that the field is to go.
import type { InputSchema, PublishedSchema } from '../../../generated/runtime.ts';
import { isPlainObject } from '../plain-object.ts';

const isEmpty = (value: unknown): boolean => value === null || value === '';

/** A client that sends every parameter of a tool sends null for all that its agent left unset. */
const namesAll = ({ properties = {} }: PublishedSchema, given: object): boolean =>
  Object.keys(properties).every((name) => Object.hasOwn(given, name));

/** `{"MX": {...}}` is the fields of the country themselves. */
const unwrapped = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const [only, ...others] = Object.keys(fields);
  if (only === undefined || others.length > 0 || !/^[A-Z]{2}$/u.test(only)) return fields;
  const inner = fields[only];
  return isPlainObject(inner) ? inner : fields;
};

/** Of one field of the country: `country_details.cfdi_use`. */
const emptiedWithin = (path: string, schema: PublishedSchema | undefined, value: unknown): string[] => {
  if (schema?.type !== 'object' || !isPlainObject(value)) return [];
  const fields = unwrapped(value);
  if (namesAll(schema, fields)) return [];
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name));
  return known.flatMap(([name, each]) => (isEmpty(each) ? [`${path}.${name}`] : []));
};

const DETAILS = 'country_details';

/** By their paths; none for a tool that has no `clear`. */
export const emptiedBy = (schema: InputSchema, given: unknown): readonly string[] => {
  const clearable = schema.properties?.['clear']?.items?.enum;
  if (clearable === undefined || !isPlainObject(given) || namesAll(schema, given)) return [];
  const whole = Object.keys(given).filter((name) => isEmpty(given[name]) && clearable.includes(name));
  return [...whole, ...emptiedWithin(DETAILS, schema.properties?.[DETAILS], given[DETAILS])];
};

/** The checked arguments with what is to be emptied in `clear`. */
export const withEmptied = (value: unknown, emptied: readonly string[]): void => {
  if (emptied.length === 0 || !isPlainObject(value)) return;
  const { clear } = value;
  Reflect.set(value, 'clear', [...new Set([...(Array.isArray(clear) ? clear : []), ...emptied])]);
};
