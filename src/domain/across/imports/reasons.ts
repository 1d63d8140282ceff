// Explains in words what the generated validator found wrong with a row.
import type { ErrorObject } from 'ajv';
import type { InputSchema } from '../../../../generated/runtime.ts';
import { suggestion } from '../../../base/closest.ts';
import { listHeadings } from './read/columns.ts';

const toPath = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const RULES: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  type: ({ type }) => `must be ${type === 'integer' ? 'a whole number' : `a ${String(type)}`}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as readonly unknown[]).join(', ')}`,
  pattern: ({ pattern }) => `does not have the form ${String(pattern)}`,
  format: ({ format }) =>
    format === 'date' ? 'is not a day of the calendar' : `is not a valid ${String(format)}`,
  minLength: ({ limit }) => `has fewer than ${String(limit)} character(s)`,
  maxLength: ({ limit }) => `has more than ${String(limit)} characters`,
  minItems: ({ limit }) => `has fewer than ${String(limit)} item(s)`,
  maxItems: ({ limit }) => `has more than ${String(limit)} items`,
  minimum: ({ limit }) => `is below ${String(limit)}`,
  maximum: ({ limit }) => `is above ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be above ${String(limit)}`,
};

const explainError = (error: ErrorObject, schema: InputSchema): readonly [string, string] => {
  const path = toPath(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.keyword === 'required') {
    const name = join(path, String(params['missingProperty']));
    return [name, `${name} is missing`];
  }
  if (error.keyword === 'additionalProperties') {
    const name = join(path, String(params['additionalProperty']));
    return [name, `there is no field ${name}.${suggestion(name, [...listHeadings(schema).keys()])}`];
  }
  return [path, `${path} ${RULES[error.keyword]?.(params) ?? error.message ?? 'is not valid'}`];
};

/** Only the first faults are listed. */
const MAX_REASONS = 5;

/** One sentence per row: one fault per field, for the first few fields. */
export const rowReason = (errors: readonly ErrorObject[], schema: InputSchema): string => {
  const byField = new Map<string, string>();
  for (const error of errors) {
    const [field, reason] = explainError(error, schema);
    if (!byField.has(field)) byField.set(field, reason);
  }
  const reasons = [...byField.values()];
  const more = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} more` : '';
  return `${reasons.slice(0, MAX_REASONS).join('; ')}${more}`;
};
