// Turns what the validator found into the errors that an agent can act on: which parameter, what came, what is
// allowed. All faults of a call are told at once; the first one gives the error its code.
import type { ErrorObject } from 'ajv';

import { ERRORS } from '../../generated/errors.ts';
import type { PublishedSchema } from '../../generated/runtime.ts';
import { SERVICE } from '../../generated/service.ts';
import { fillTemplate, ToolError, toolError } from '../base/errors.ts';
import { closest } from '../base/closest.ts';

type FaultCode = 'missing_parameter' | 'unknown_parameter' | 'invalid_parameter' | 'impossible_date';

/** One wrong argument, in the terms of the error that it becomes when it comes first. */
interface Fault {
  readonly code: FaultCode;
  readonly details: { readonly path: string } & Readonly<Record<string, unknown>>;
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

/** What came, short enough to send back. */
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

/** As a detail of the error: text as it came, anything else as JSON. */
const shown = (value: unknown): string => {
  const short = shorten(value);
  return typeof short === 'string' ? short : (JSON.stringify(short) ?? 'nothing');
};

/** The parameter names that the schema knows at a place. */
const namesAt = (schema: PublishedSchema, pointer: string): string[] => {
  let place: PublishedSchema | undefined = schema;
  for (const part of pointer.split('/').slice(1)) {
    place = place?.type === 'array' ? place.items : place?.properties?.[part];
  }
  return Object.keys(place?.properties ?? {});
};

/** What to write instead: the name that was probably meant, else all there are. */
const instead = (name: string, known: readonly string[]): { suggestion: string; allowed: string[] } => {
  const close = closest(name, known);
  return close === undefined
    ? { suggestion: `there are ${known.join(', ')}`, allowed: [...known] }
    : { suggestion: `did you mean ${close}`, allowed: [close, ...known.filter((other) => other !== close)] };
};

const counted = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;

/** What each keyword of the schema demands, as the end of a sentence about the parameter. */
const demands: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => `must be a JSON ${String(type)}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => `must match ${String(pattern)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  minLength: ({ limit }) => `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} or less`,
  exclusiveMinimum: ({ limit }) => `must be above ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be below ${String(limit)}`,
  uniqueItems: () => 'must have items that differ from each other',
};

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const toFault = (error: ErrorObject, args: unknown, schema: PublishedSchema): Fault => {
  const at = toPath(error.instancePath);
  if (error.keyword === 'required') {
    const path = join(at, String(error.params['missingProperty']));
    return { code: 'missing_parameter', details: { path, received: null } };
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const path = join(at, shorten(name) as string);
    return {
      code: 'unknown_parameter',
      details: { path, ...instead(name, namesAt(schema, error.instancePath)) },
    };
  }
  const path = at === '' ? 'arguments' : at;
  const value = valueAt(args, error.instancePath);
  // Of text where a number is due only the quotes tell what is wrong.
  const received = error.keyword === 'type' ? JSON.stringify(shorten(value)) : shown(value);
  if (error.keyword === 'format' && error.params['format'] === 'date') {
    return { code: 'impossible_date', details: { path, received } };
  }
  const reason = demands[error.keyword]?.(error.params) ?? 'must be another value';
  const allowed = error.keyword === 'enum' ? listOf(error.params['allowedValues']) : undefined;
  return { code: 'invalid_parameter', details: { path, reason, received, ...(allowed && { allowed }) } };
};

/** One fault a place: a day that fails its pattern also fails its format, and one sentence is enough. */
const distinct = (faults: readonly Fault[]): Fault[] => {
  const seen = new Set<string>();
  return faults.filter(({ details }) => !seen.has(details.path) && seen.add(details.path) !== undefined);
};

const toListed = ({ code, details }: Fault): object => ({
  code,
  path: details.path,
  message: fillTemplate(ERRORS[code].message, details),
});

/** A hostile call has tens of thousands of faults; several may be of one place, so a few more are read than told. */
const MAX_FAULTS_READ = 4 * SERVICE.limits.max_faults_listed;

/** The error for arguments that the validator of this schema refused. */
export const argumentError = (
  errors: readonly ErrorObject[],
  args: unknown,
  schema: PublishedSchema,
): ToolError => {
  const faults = distinct(errors.slice(0, MAX_FAULTS_READ).map((error) => toFault(error, args, schema)));
  const [first, ...others] = faults.slice(0, SERVICE.limits.max_faults_listed);
  if (first === undefined) throw new Error('the validator refused the arguments without saying why');
  const listed = others.length === 0 ? {} : { faults: [first, ...others].map(toListed) };
  return new ToolError(first.code, { ...first.details, ...listed });
};

/** The error for text with a character that no document can carry. `path` is as `line_items[0].description`. */
export const controlCharacterError = (path: string, args: unknown): ToolError => {
  const received = JSON.stringify(shorten(valueAtPath(args, path)));
  return toolError('invalid_parameter', { path, reason: 'must not contain control characters', received });
};
