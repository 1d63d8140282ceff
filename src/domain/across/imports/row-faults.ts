// Why a row has not the form of its type: the field, what it takes, and what came, of which only the beginning is shown.
import type { ErrorObject } from 'ajv';
import type { InputSchema, PublishedSchema } from '../../../../generated/runtime.ts';
import { demandOf } from '../../../base/arguments/faults.ts';
import { join, schemaAt, shorten, toPath, valueAt } from '../../../base/arguments/places.ts';
import { readingsOf } from '../../../base/arguments/readings.ts';
import { suggestion } from '../../../base/closest.ts';
import { english } from '../../../base/said.ts';
import { listHeadings } from './read/columns.ts';

/** Only the first faults are listed. */
const MAX_REASONS = 5;

/** One sentence per row: one fault per field, for the first few fields. */
export const rowReason = (errors: readonly ErrorObject[], row: unknown, schema: InputSchema): string => {
  const byField = new Map<string, string>();
  for (const error of errors) {
    const [field, reason] = explainError(error, row, schema);
    if (!byField.has(field)) byField.set(field, reason);
  }
  const reasons = [...byField.values()];
  const more = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} more` : '';
  return `${reasons.slice(0, MAX_REASONS).join('; ')}${more}`;
};

/** The field, and what is wrong with it. */
const explainError = (error: ErrorObject, row: unknown, root: InputSchema): readonly [string, string] => {
  const { keyword, instancePath } = error;
  const params = error.params as Readonly<Record<string, unknown>>;
  const at = toPath(instancePath);
  const found = schemaAt(root, instancePath);
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    const schema = inFile(found.properties?.[name] ?? TEXT);
    const demand = isAnyText(schema) ? '' : `; it ${english(demandOf(error, { schema }))}`;
    return [join(at, name), `${join(at, name)} is missing${demand}`];
  }
  if (keyword === 'additionalProperties')
    return unknownField(String(params['additionalProperty']), at, found);
  const value = valueAt(row, instancePath);
  const schema = inFile(found);
  const demand =
    params['format'] === 'date' ? 'must be a day of the calendar' : english(demandOf(error, { schema }));
  return [at, `${at} ${demand}, not ${sizeOf(keyword, value)}${shown(value)}${meant(schema, value)}`];
};

/** Its value is not shown: nobody knows what stands in a field that is none. */
const unknownField = (name: string, at: string, holder: PublishedSchema): readonly [string, string] => {
  const known = [...listHeadings(holder).keys()];
  const field = join(at, String(shorten(name)));
  const near = suggestion(name, known);
  return [field, `there is no field ${field}.${near === '' ? ` Fields: ${known.join(', ')}` : near}`];
};

const TEXT: PublishedSchema = { type: 'string' };

/** Without the quotes of JSON, which a cell has not. */
const WORDS: Readonly<Record<string, string>> = {
  number: 'a number without signs of thousands or currency',
  integer: 'a whole number',
  boolean: 'true or false',
};

const isSaid = ({ words, ids, enum: choices }: PublishedSchema): boolean =>
  words !== undefined || ids !== undefined || choices !== undefined;

const isAnyText = (schema: PublishedSchema): boolean => schema.type === 'string' && !isSaid(schema);

const inFile = (schema: PublishedSchema): PublishedSchema => {
  const words = isSaid(schema) ? undefined : WORDS[schema.type];
  return words === undefined ? schema : { ...schema, words };
};

/** What is too long, or too many, is told by its number. */
const sizeOf = (keyword: string, value: unknown): string => {
  if (typeof value === 'string' && keyword.endsWith('Length')) return `the ${[...value].length} of `;
  return Array.isArray(value) && keyword.endsWith('Items') ? `the ${value.length} of ` : '';
};

/** In quotes where it is text, with what nobody sees escaped. */
const shown = (value: unknown): string => JSON.stringify(shorten(value));

/** What it was probably meant to be; of two meanings, both. */
const meant = (schema: PublishedSchema, value: unknown): string => {
  const asText = typeof value === 'string' ? String : JSON.stringify;
  const readings = readingsOf(schema, value).map((reading) => asText(reading));
  if (readings.length > 1) return ` (which can mean ${readings.join(' or ')})`;
  return readings.length === 1 ? ` (did you mean ${readings.join('')}?)` : '';
};
