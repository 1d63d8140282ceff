// Turns the validator's findings into errors that an agent can act on: which parameter, what came, what is allowed. All
// faults of a call are reported at once; the first one gives the error its code.
import type { ErrorObject } from 'ajv';

import { ERRORS } from '../../../generated/errors.ts';
import type { PublishedSchema } from '../../../generated/runtime.ts';
import { SERVICE } from '../../../generated/service.ts';
import { fillTemplate, ToolError, toolError } from '../errors.ts';
import { closest } from '../closest.ts';

type FaultCode = 'missing_parameter' | 'unknown_parameter' | 'invalid_parameter' | 'impossible_date';

/** One wrong argument, with the code and details of the error if it is the first. */
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

/** The parameter names that the schema knows at a place. */
const namesAt = (schema: PublishedSchema, pointer: string): string[] => {
  let place: PublishedSchema | undefined = schema;
  for (const part of pointer.split('/').slice(1)) {
    place = place?.type === 'array' ? place.items : place?.properties?.[part];
  }
  return Object.keys(place?.properties ?? {});
};

/** The name that was probably meant, or else all there are. */
const suggestNames = (name: string, known: readonly string[]): { suggestion: string; allowed: string[] } => {
  const close = closest(name, known);
  return close === undefined
    ? { suggestion: `there are ${known.join(', ')}`, allowed: [...known] }
    : { suggestion: `did you mean ${close}`, allowed: [close, ...known.filter((other) => other !== close)] };
};

const pluralise = (limit: unknown, noun: string): string =>
  `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;

/** What each keyword of the schema demands, as the end of a sentence about the parameter. */
const demands: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => `must be a JSON ${String(type)}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => `must match ${String(pattern)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  minLength: ({ limit }) => `must have at least ${pluralise(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${pluralise(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${pluralise(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${pluralise(limit, 'item')}`,
  minimum: ({ limit }) => `must be ${String(limit)} or more`,
  maximum: ({ limit }) => `must be ${String(limit)} or less`,
  exclusiveMinimum: ({ limit }) => `must be above ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be below ${String(limit)}`,
  uniqueItems: () => 'must have items that differ from each other',
};

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

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
      details: { path, ...suggestNames(name, namesAt(schema, error.instancePath)) },
    };
  }
  const path = at === '' ? 'arguments' : at;
  const value = valueAt(args, error.instancePath);
  // When text came for a number, only the quotes show what is wrong.
  const received = error.keyword === 'type' ? JSON.stringify(shorten(value)) : show(value);
  if (error.keyword === 'format' && error.params['format'] === 'date') {
    return { code: 'impossible_date', details: { path, received } };
  }
  const reason = demands[error.keyword]?.(error.params) ?? 'must be another value';
  const allowed = error.keyword === 'enum' ? toTexts(error.params['allowedValues']) : undefined;
  return { code: 'invalid_parameter', details: { path, reason, received, ...(allowed && { allowed }) } };
};

/** One fault per path: a day that fails its pattern also fails its format. */
const onePerPath = (faults: readonly Fault[]): Fault[] => {
  const seen = new Set<string>();
  return faults.filter(({ details }) => !seen.has(details.path) && seen.add(details.path) !== undefined);
};

const toListed = ({ code, details }: Fault): object => ({
  code,
  path: details.path,
  message: fillTemplate(ERRORS[code].message, details),
});

/** A hostile call may have tens of thousands of faults. Several may share a path, so more are read than reported. */
const MAX_FAULTS_READ = 4 * SERVICE.limits.max_faults_listed;

/** The error for arguments that the validator of this schema refused. */
export const argumentError = (
  errors: readonly ErrorObject[],
  args: unknown,
  schema: PublishedSchema,
): ToolError => {
  const faults = onePerPath(errors.slice(0, MAX_FAULTS_READ).map((error) => toFault(error, args, schema)));
  const [first, ...others] = faults.slice(0, SERVICE.limits.max_faults_listed);
  if (first === undefined) throw new Error('the validator refused the arguments without saying why');
  const listed = others.length === 0 ? {} : { faults: [first, ...others].map(toListed) };
  return new ToolError(first.code, { ...first.details, ...listed });
};

/** The error for text with a character that no document can contain. */
export const controlCharacterError = (path: string, args: unknown): ToolError => {
  const received = JSON.stringify(shorten(valueAtPath(args, path)));
  return toolError('invalid_parameter', { path, reason: 'must not contain control characters', received });
};
