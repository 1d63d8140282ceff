// Turns the validator's findings into errors that an agent can act on: which parameter, what came, what is allowed in
// words, and what was probably meant.
import type { ErrorObject } from 'ajv';

import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SERVICE } from '../../../generated/service.ts';
import { closest } from '../closest.ts';
import { type ToolError, toolError } from '../errors.ts';
import { allowedIn, exampleOf, findersOf, showValue } from './allowed.ts';
import { IdFault, idHint } from './id-fault.ts';
import { readDays } from './read-day.ts';
import { isDay, readingsOf } from './readings.ts';

/** One wrong argument: where it stands, what came, and what the schema says of it. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly schema: PublishedSchema;
  readonly required: boolean;
}

/** `/line_items/0/unit_price` → `line_items[0].unit_price`. */
const toPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
      '',
    );

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const leafOf = (path: string): string => /[^.]*$/.exec(path)?.[0] ?? path;

/** The value that came, short enough to send back. */
export const shorten = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > 100 ? `${value.slice(0, 100)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : value;
};

/** The value of a parameter, by its path as errors write it: `line_items[0].unit_price`. */
export const valueAtPath = (args: unknown, path: string): unknown =>
  valueAt(args, `/${path.replaceAll(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`);

const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
};

/** For the details of an error: text as it is, anything else as JSON. */
const show = (value: unknown): string => {
  const short = shorten(value);
  return typeof short === 'string' ? short : (JSON.stringify(short) ?? 'nothing');
};

const ANYTHING: PublishedSchema = { type: 'object' };

const schemaAt = (schema: PublishedSchema, pointer: string): PublishedSchema => {
  let place: PublishedSchema | undefined = schema;
  for (const part of pointer.split('/').slice(1))
    place = place?.type === 'array' ? place.items : place?.properties?.[part];
  return place ?? ANYTHING;
};

const words = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .toSorted()
    .join(' ');

/** `dateFrom` and `from_date` are `date_from`. */
const sameWords = (name: string, known: readonly string[]): string | undefined =>
  known.find((each) => words(each) === words(name));

/** Where else in the arguments there is a parameter of this name. */
const elsewhere = (schema: PublishedSchema, name: string, path = ''): string | undefined => {
  if (schema.type === 'array') return elsewhere(schema.items ?? ANYTHING, name, `${path}[]`);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.some(([each]) => each === name)) return join(path, name);
  for (const [each, field] of fields) {
    const found = elsewhere(field, name, join(path, each));
    if (found !== undefined) return found;
  }
  return undefined;
};

const unknownParameter = (name: string, at: string, schema: PublishedSchema, root: PublishedSchema): ToolError => {
  const path = join(at, String(shorten(name)));
  const known = Object.keys(schema.properties ?? {});
  const meant = sameWords(name, known) ?? closest(name, known);
  if (meant !== undefined) {
    return toolError('unknown_parameter', {
      path,
      suggestion: `did you mean ${meant}`,
      allowed: [meant, ...known.filter((other) => other !== meant)],
      hint: `Did you mean ${join(at, meant)}?`,
    });
  }
  const place = elsewhere(root, name);
  const suggestion =
    place === undefined ? `there are ${known.join(', ') || 'none'}` : `it belongs in ${place}`;
  const hint =
    place === undefined
      ? `Leave ${leafOf(path)} out; nothing here takes it.`
      : `Give it as ${place} instead.`;
  return toolError('unknown_parameter', { path, suggestion, allowed: known, hint });
};

const missingParameter = ({ path, schema }: Place): ToolError => {
  const find = schema.ids === undefined ? '' : ` Call ${findersOf(schema.ids)} to find it.`;
  return toolError('missing_parameter', {
    path,
    hint: `Give ${leafOf(path)}: ${allowedIn(schema)}.${find}`,
  });
};

const pluralise = (limit: unknown, noun: string): string =>
  `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;

/** What each bound of the schema demands, as the end of a sentence about the parameter. */
const demands: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  minLength: ({ limit }) => `must have at least ${pluralise(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${pluralise(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${pluralise(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${pluralise(limit, 'item')}`,
  minimum: ({ limit }) => `must be a number of ${String(limit)} or more`,
  maximum: ({ limit }) => `must be a number of ${String(limit)} or less`,
  exclusiveMinimum: ({ limit }) => `must be a number above ${String(limit)}`,
  uniqueItems: () => 'must have items that differ from each other',
};

/** Where there is a pattern, its words say the length too. */
const isLengthOfPattern = (keyword: string, { pattern }: PublishedSchema): boolean =>
  pattern !== undefined && keyword.endsWith('Length');

const demandOf = ({ keyword, params }: ErrorObject, { schema }: Place): string =>
  (isLengthOfPattern(keyword, schema) ? undefined : demands[keyword]?.(params)) ??
  `must be ${allowedIn(schema)}`;

/** A proposal as the caller would write it: quotes where they are what is wrong. */
const propose = (reading: unknown, value: unknown): string => {
  if (typeof reading === 'string' && typeof value === 'string') return reading;
  const json = show(JSON.stringify(reading));
  return typeof reading !== 'string' && typeof value === 'string' ? `${json} without quotes` : json;
};

/** The way back from a wrong value: what was meant, where that can be told, else how it is written. */
const hintFor = ({ path, value, schema, required }: Place): string => {
  const [reading, ...others] = readingsOf(schema, value);
  if (reading !== undefined) {
    const all = [reading, ...others].map((each) => propose(each, value));
    return others.length === 0
      ? `Did you mean ${all.join()}?`
      : `${show(value)} can mean ${all.join(' or ')}: ask which, and write it so.`;
  }
  if (schema.ids !== undefined && typeof value === 'string') return idHint(schema.ids, value.trim());
  const { last } = isDay(schema) ? readDays(String(value)) : {};
  if (last !== undefined) return `That month ends on ${last}.`;
  const orNot = required ? '' : ', or leave it out';
  const find = schema.ids === undefined ? '' : `; ${findersOf(schema.ids)} finds it`;
  return schema.enum === undefined
    ? `Give ${leafOf(path)} like this: ${showValue(JSON.stringify(exampleOf(schema)))}${orNot}${find}.`
    : `Choose one of these for ${leafOf(path)}${orNot}.`;
};

/** Bounds say by themselves what to do. */
const boundHint = ({ keyword, params }: ErrorObject, { path, required, schema }: Place): string | undefined => {
  const leaf = leafOf(path);
  if (isLengthOfPattern(keyword, schema)) return undefined;
  if (keyword === 'maxLength') return `Shorten ${leaf} to ${pluralise(params['limit'], 'character')}.`;
  if (keyword === 'maxItems') return `Give ${leaf} in several calls of ${pluralise(params['limit'], 'item')}.`;
  if (keyword === 'uniqueItems') return `Give each item of ${leaf} once.`;
  const { minimum, exclusiveMinimum, maximum } = schema;
  const least = minimum === undefined ? `above ${String(exclusiveMinimum)}` : `from ${minimum}`;
  return keyword.endsWith('imum')
    ? `Give ${leaf} a number ${least} up to ${String(maximum)}${required ? '' : ', or leave it out'}.`
    : undefined;
};

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const toFault = (error: ErrorObject, args: unknown, root: PublishedSchema): ToolError => {
  const { keyword, instancePath, params } = error;
  const at = toPath(instancePath);
  const schema = schemaAt(root, instancePath);
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    const field = schema.properties?.[name] ?? ANYTHING;
    return missingParameter({ path: join(at, name), value: undefined, schema: field, required: true });
  }
  if (keyword === 'additionalProperties')
    return unknownParameter(String(params['additionalProperty']), at, schema, root);
  const holder = schemaAt(root, instancePath.replace(/\/[^/]*$/, ''));
  const value = valueAt(args, instancePath);
  const required = holder.type === 'array' || (holder.required?.includes(leafOf(at)) ?? false);
  const place = { path: at === '' ? 'arguments' : at, value, schema, required };
  if (value === null && required && at !== '') return missingParameter(place);
  // When text came for a number, only the quotes show what is wrong.
  const received = keyword === 'type' ? JSON.stringify(shorten(value)) : show(value);
  const { path } = place;
  const hint = boundHint(error, place) ?? hintFor(place);
  if (keyword === 'format' && params['format'] === 'date')
    return toolError('impossible_date', { path, received, hint });
  const allowed = keyword === 'enum' ? toTexts(params['allowedValues']) : undefined;
  const details = { path, reason: demandOf(error, place), received, ...(allowed && { allowed }), hint };
  return schema.ids === undefined || typeof value !== 'string'
    ? toolError('invalid_parameter', details)
    : new IdFault(details, schema.ids, value);
};

/** A hostile call may have tens of thousands of faults. Several may share a path, so more are read than reported. */
const MAX_FAULTS_READ = 4 * SERVICE.limits.max_faults_listed;

/** What the validator of this schema found, fault by fault. */
export const argumentFaults = (
  errors: readonly ErrorObject[],
  args: unknown,
  schema: PublishedSchema,
): readonly ToolError[] => {
  if (errors.length === 0) throw new Error('the validator refused the arguments without saying why');
  return errors.slice(0, MAX_FAULTS_READ).map((error) => toFault(error, args, schema));
};

/** The error for text with a character that no document can contain. */
export const controlCharacterError = (path: string, args: unknown): ToolError => {
  const received = JSON.stringify(shorten(valueAtPath(args, path)));
  return toolError('invalid_parameter', {
    path,
    reason: 'must not contain control characters',
    received,
    hint: `Send ${leafOf(path)} again without them.`,
  });
};
