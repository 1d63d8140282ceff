// Adapts what clients send to the schema before it is validated. Many clients send null or "" for parameters that the
// agent left unset, arrays and objects as JSON text, digits without quotes for strings, numbers and truth values in quotes,
// one value for a list of such, and fields of their own beside the arguments. Nothing else is guessed: the validator
// refuses what still does not fit.
import { COUNTRIES } from '../../../generated/countries.ts';
import { CLIENT_FIELDS } from '../../../generated/vocabulary/client-fields.ts';
import type { InputSchema, PublishedSchema } from '../../../generated/runtime.ts';
import { toolError } from '../errors.ts';
import { join } from './places.ts';
import { findHidden } from '../text/hidden.ts';
import { findRepeated, MAX_DEPTH, MAX_NODES, measureJson } from '../json-text.ts';

/** A `country_details` object that came wrapped under a country code, to be checked against the country later. */
export interface Wrapped {
  readonly path: string;
  readonly country: string;
}

export interface Normalised {
  readonly value: unknown;
  readonly wrapped: readonly Wrapped[];
  /** Paths of text with a character that nobody sees. */
  readonly hidden: readonly string[];
  /** Fields that the client added on its own. */
  readonly ignored: readonly string[];
  /** Parameters that came under the name they had before. */
  readonly renamed: readonly Renamed[];
}

/** `path` is where the parameter stands now. */
export interface Renamed {
  readonly path: string;
  readonly was: string;
}

/** Collected while normalising. */
interface Notes {
  /** How many more values texts may hold that are parsed. */
  room: number;
  readonly wrapped: Wrapped[];
  readonly hidden: string[];
  readonly ignored: string[];
  readonly renamed: Renamed[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = (path: string, reason: string, received: string, hint: string): Error =>
  toolError('invalid_parameter', { path: path || 'arguments', reason, received, hint });

const read = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const parseAs = (type: string, text: string, path: string, notes: Notes): unknown => {
  const opening = type === 'array' ? '[' : '{';
  if (!text.trimStart().startsWith(opening)) return text;
  const cost = measureJson(text, notes.room);
  if (typeof cost === 'string') {
    const reason = `must be JSON of at most ${cost === 'depth' ? `${MAX_DEPTH} levels` : `${MAX_NODES} values`}`;
    throw refused(
      path,
      reason,
      `a text of ${text.length} characters`,
      'Send only fields that the tool names.',
    );
  }
  notes.room -= cost;
  const value = read(text);
  const repeated = value === undefined ? undefined : findRepeated(text, cost, value);
  if (repeated !== undefined)
    throw refused(
      path,
      'must be JSON whose objects name each member once',
      `an object that names ${JSON.stringify(repeated.slice(0, 100))} twice`,
      'Send each member once.',
    );
  return (type === 'array' ? Array.isArray(value) : isObject(value)) ? value : text;
};

/** `{"MX": {...}}` becomes `{...}`; only a lone key that is a country code is a wrapper. */
const unwrap = (value: Record<string, unknown>, path: string, notes: Notes): Record<string, unknown> => {
  const [code, ...others] = Object.keys(value);
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return value;
  if (others.some((other) => /^[A-Z]{2}$/.test(other))) {
    const reason = 'must hold the fields of one country';
    throw toolError('invalid_parameter', {
      path,
      reason,
      received: Object.keys(value).slice(0, 5).join(', '),
      hint: "Give the fields of the entity's country directly.",
    });
  }
  if (others.length > 0) return value;
  const inner = value[code];
  const fields = typeof inner === 'string' ? parseAs('object', inner, path, notes) : inner;
  if (!isObject(fields) || (!Object.hasOwn(COUNTRIES, code) && Object.keys(fields).length === 0))
    return value;
  notes.wrapped.push({ path, country: code });
  return fields;
};

/** A digit string sent without its quotes: `bill_number: 1042`. Codes and ids have a pattern and are left alone. */
const toText = (schema: PublishedSchema, value: number): unknown =>
  schema.pattern === undefined && schema.enum === undefined && Number.isSafeInteger(value)
    ? String(value)
    : value;

const DECIMAL = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?$/;

/** Three digits behind the only point: `1.234` is a thousand to one person and a little more than one to another. */
const MAY_BE_THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** `12.50` is 12.5. A text whose digits a number cannot hold stays one, and so does one that has several readings. */
const toNumber = (text: string): number | undefined => {
  if (!DECIMAL.test(text) || MAY_BE_THOUSANDS.test(text)) return undefined;
  const number = Number(text);
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return String(number) === plain ? number : undefined;
};

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const fromText = ({ type }: PublishedSchema, text: string): unknown => {
  if (type === 'boolean') return TRUTHS.get(text.trim().toLowerCase()) ?? text;
  return type === 'number' || type === 'integer' ? (toNumber(text.trim()) ?? text) : text;
};

/** Whether this is one value, and not a list in a notation of its own. */
const isOne = ({ enum: values, pattern }: PublishedSchema, text: string): boolean => {
  if (values !== undefined) return values.some((value) => value === text);
  return pattern === undefined ? /^[^\s,;|]+$/.test(text) : new RegExp(pattern, 'u').test(text);
};

/**
 * `types: "invoices"` is a list of one. A lone object is not: in a change it may be one of several lines, and the list
 * replaces them all.
 */
const toList = ({ items }: PublishedSchema, value: unknown): unknown => {
  if (items === undefined) return value;
  if (typeof value === 'string') return items.type === 'string' && isOne(items, value) ? [value] : value;
  return typeof value === 'number' && (items.type === 'number' || items.type === 'integer') ? [value] : value;
};

const FIELDS: Readonly<Record<string, { readonly by: string; readonly only?: string }>> =
  CLIENT_FIELDS.fields;

/** Whether a client put this there by itself; see `spec/vocabulary/client-fields.yaml`. */
const isOfClient = (name: string, given: unknown): boolean => {
  const plain = name.length > 20 ? '' : name.replaceAll('_', '').toLowerCase();
  const field = Object.hasOwn(FIELDS, plain) ? FIELDS[plain] : undefined;
  if (field === undefined) return false;
  // Without its underscore it would be a word like any other.
  if (plain === 'meta' && name !== '_meta') return false;
  return field.only === undefined || field.only === given;
};

/** Far more than any object of the spec has; a hostile one would keep the validator busy for seconds. */
const MAX_FIELDS = 200;

/** An empty text where an amount belongs may be a figure that got lost, so it is refused rather than taken for unset. */
const isLeftEmpty = ({ type }: PublishedSchema, given: unknown): boolean => given === '' && type !== 'number';

/** After a rename the old name stands for the new one, unless that came too. */
const nameNow = ({ properties }: PublishedSchema, sent: string, beside: object): string => {
  if (properties === undefined || Object.hasOwn(properties, sent)) return sent;
  const now = Object.keys(properties).find((name) => properties[name]?.was === sent);
  return now === undefined || Object.hasOwn(beside, now) ? sent : now;
};

const normaliseObject = (
  schema: PublishedSchema,
  value: Record<string, unknown>,
  path: string,
  notes: Notes,
): Record<string, unknown> => {
  const count = Object.keys(value).length;
  if (count > MAX_FIELDS) {
    const reason = `must have at most ${MAX_FIELDS} fields`;
    throw refused(path, reason, `${count} fields`, 'Keep only fields that the tool names.');
  }
  const result: Record<string, unknown> = {};
  for (const [sent, given] of Object.entries(value)) {
    const name = nameNow(schema, sent, value);
    if (name !== sent) notes.renamed.push({ path: join(path, name), was: sent });
    const field =
      schema.properties !== undefined && Object.hasOwn(schema.properties, name)
        ? schema.properties[name]
        : undefined;
    if (field === undefined && path === '' && isOfClient(name, given)) {
      notes.ignored.push(name);
      continue;
    }
    const required = schema.required?.includes(name) ?? false;
    if (field !== undefined && !required && (given === null || isLeftEmpty(field, given))) continue;
    // Assigning to "__proto__" would set the prototype instead of an own property that the validator refuses.
    Object.defineProperty(result, name, {
      value: field === undefined ? given : normalise(field, given, join(path, name), notes),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
};

/** The value in the type that is due, where that is certain. */
const retype = (schema: PublishedSchema, given: unknown, path: string, notes: Notes): unknown => {
  const { type } = schema;
  const isText = typeof given === 'string';
  const value = isText && (type === 'array' || type === 'object') ? parseAs(type, given, path, notes) : given;
  if (type === 'array') return toList(schema, value);
  return typeof value === 'string' ? fromText(schema, value) : value;
};

const normalise = (schema: PublishedSchema, given: unknown, path: string, notes: Notes): unknown => {
  const value = retype(schema, given, path, notes);
  if (schema.type === 'object' && isObject(value)) {
    const fields = path.endsWith('country_details') ? unwrap(value, path, notes) : value;
    return normaliseObject(schema, fields, path, notes);
  }
  if (schema.type === 'array' && Array.isArray(value) && schema.items !== undefined) {
    const { items, maxItems = MAX_NODES } = schema;
    // A little above the bound, the caller learns of all other faults too; far above it, nothing is looked at.
    if (value.length > 2 * maxItems) {
      const hint = `Send at most ${maxItems} at a time.`;
      throw refused(path, `must have at most ${maxItems} items`, `${value.length} items`, hint);
    }
    return value.map((item, index) => normalise(items, item, `${path}[${index}]`, notes));
  }
  if (schema.type === 'string' && typeof value === 'number') return toText(schema, value);
  if (typeof value !== 'string') return value;
  if (findHidden(value) !== undefined) notes.hidden.push(path);
  return value;
};

/** A fresh value in the schema's terms; the caller's object is never changed. */
export const normaliseArguments = (schema: InputSchema, given: unknown): Normalised => {
  const notes: Notes = { room: MAX_NODES, wrapped: [], hidden: [], ignored: [], renamed: [] };
  const value = given === undefined || given === null ? {} : normalise(schema, given, '', notes);
  const { room: _room, ...found } = notes;
  return { value, ...found };
};
