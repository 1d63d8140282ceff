// What can be said of the rows of a batch before any is stored: whether they have the form, and whether they came before.
import { IMPORTS, type ImportDescriptor, type RowOf } from '../../../../generated/imports.ts';
import { replaceHiddenIn } from '../../../base/text/hidden.ts';
import type { Importer } from './importer.ts';
import { IMPORTERS, type OfferedImport } from './importers.ts';
import type { ImportRow, RowFaultCode, RowOutcome } from './outcome.ts';
import type { FileRow } from './read/rows.ts';
import type { FileRows } from './repeated-rows.ts';
import type { ErrorObject } from 'ajv';
import type { InputSchema } from '../../../../generated/runtime.ts';
import { suggestion } from '../../../base/closest.ts';
import { listHeadings } from './read/columns.ts';

export type AnyRow = ImportRow<RowOf<OfferedImport>>;

export interface DecidedRow {
  readonly line: number;
  readonly outcome: RowOutcome;
  readonly externalId: string | undefined;
}

export interface LineWarning {
  readonly line: number;
  readonly message: string;
}

export interface CheckedRows {
  /** To be stored; with defaults filled in. */
  readonly right: readonly AnyRow[];
  readonly decided: readonly DecidedRow[];
  readonly warnings: readonly LineWarning[];
  readonly file: FileRows;
}

export const readExternalId = (value: object): string | undefined =>
  'external_id' in value && typeof value.external_id === 'string' ? value.external_id : undefined;

export const checkRows = (type: OfferedImport, batch: readonly FileRow[], file: FileRows): CheckedRows => {
  const { validate, schema }: ImportDescriptor = IMPORTS[type];
  const importer: Importer<OfferedImport> = IMPORTERS[type];
  const right: AnyRow[] = [];
  const decided: DecidedRow[] = [];
  const warnings: LineWarning[] = [];
  const decide = (line: number, outcome: RowOutcome): void => {
    decided.push({ line, outcome, externalId: undefined });
  };
  const reject = (line: number, code: RowFaultCode, reason: string): void =>
    decide(line, { kind: 'rejected', code, reason });
  for (const row of batch) {
    const { line } = row;
    if ('fault' in row) {
      reject(line, 'unreadable_row', row.fault);
      continue;
    }
    const { value, count } = replaceHiddenIn(row.value);
    if (!validate(value)) reject(line, 'invalid_parameter', rowReason(validate.errors ?? [], schema));
    else {
      if (count > 0) warnings.push({ line, message: sayHidden(count) });
      const repeat = file.compare({ line, value }, readExternalId(value), importer.hasKey?.(value) === true);
      if (repeat?.warning !== undefined) warnings.push({ line, message: repeat.warning });
      if (repeat?.outcome === undefined) right.push({ line, value });
      else decide(line, repeat.outcome);
    }
  }
  return { right, decided, warnings, file };
};

const sayHidden = (count: number): string =>
  count === 1
    ? 'a character that nobody sees, such as one that turns the order of letters, is stored as \ufffd'
    : `${count} characters that nobody sees, such as one that turns the order of letters, are stored as \ufffd`;

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
