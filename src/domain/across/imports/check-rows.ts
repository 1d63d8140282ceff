// What can be said of the rows of a batch before any is stored: whether they have the form, and whether they came before.
import { IMPORTS, type ImportDescriptor, type RowOf } from '../../../../generated/imports.ts';
import { replaceHiddenIn } from '../../../base/text/hidden.ts';
import type { Importer } from './importer.ts';
import { IMPORTERS, type OfferedImport } from './importers.ts';
import type { ImportRow, RowFaultCode, RowOutcome } from './outcome.ts';
import type { FileRow } from './read/rows.ts';
import type { FileRows } from './repeated-rows.ts';
import { rowReason } from './row-faults.ts';

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
    if (!validate(value)) reject(line, 'invalid_parameter', rowReason(validate.errors ?? [], value, schema));
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
