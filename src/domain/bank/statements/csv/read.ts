// Plain CSV: any file whose headings say date and amount, or whose columns were mapped.
import type { RejectedRow } from '../../../imports/outcome.ts';
import { currencyDigits } from '../../../money/currency.ts';
import { Refusal } from '../../../refusal.ts';
import type { StatementFile } from '../file.ts';
import type { ReadOptions, ReadStatement, StatementFormat, StatementLine } from '../format.ts';
import { findLayout, type Layout } from './columns.ts';
import { dateOrderOf } from './dates.ts';
import type { Field } from './headings.ts';
import { decimalSignOf } from './numbers.ts';
import { type CsvRecord, peekRecords, readRecords } from './records.ts';
import { checkOwner } from './owner.ts';
import { type Reading, readRow } from './row.ts';

export const CSV: StatementFormat = {
  name: 'csv',
  // Whatever else is text may be one; what has no headings of a statement is refused with what it lacks.
  recognises: () => true,
  read: (file, options) => readCsvStatement(file, options),
};

const readCsvStatement = (file: StatementFile, options: ReadOptions): ReadStatement => {
  const layout = findLayout(file.text, options.columns);
  if (layout === undefined) throw noStatement(file, options);
  const records = readRecords(file.path, file.text, layout.delimiter).filter(
    (record) => record.line > layout.line && !isBlank(layout, record),
  );
  checkOwner(layout, records, options);
  const reading = readingOf(layout, records, options);
  const lines: StatementLine[] = [];
  const rejected: RejectedRow[] = [];
  records.forEach((record, index) => {
    const read = readRow(reading, record, index + 1);
    if ('reason' in read) rejected.push(read);
    else lines.push(read);
  });
  if (records.length === 0) throw new Refusal('unreadable_file', `${file.path} has headings and no rows.`);
  return { format: CSV.name, rows: records.length, lines, rejected };
};

/** Lines below the table and empty ones: nothing stands in any column that is read. */
const isBlank = ({ columns }: Layout, { cells }: CsvRecord): boolean =>
  [...columns.values()].every((column) => (cells[column] ?? '') === '');

const MONEY: readonly Field[] = ['amount', 'debit', 'credit', 'balance'];

const readingOf = (layout: Layout, records: readonly CsvRecord[], options: ReadOptions): Reading => {
  const { currency } = options.account;
  const digits = currencyDigits(currency);
  const cells = (fields: readonly Field[]) =>
    fields.flatMap((field) => {
      const column = layout.columns.get(field);
      if (column === undefined) return [];
      return records.map(({ line, cells: row }) => ({ line, text: row[column] ?? '' }));
    });
  // Asked even if the sign was given: numbers that a spreadsheet has ruined are found on the way.
  const shown = decimalSignOf(cells(MONEY), currency);
  const decimal = options.decimal ?? shown ?? (digits === 3 ? undefined : 'point');
  if (decimal === undefined) {
    throw new Refusal(
      'usage',
      'The numbers do not show how decimals are written; add --decimal comma or --decimal point.',
    );
  }
  const order = options.date_order ?? dateOrderOf(cells(['date']).map(({ text }) => text));
  return { layout, currency, decimal, order };
};

const MAX_HEADINGS_SHOWN = 20;

const noStatement = (file: StatementFile, { columns }: ReadOptions): Refusal => {
  const widest = [',', ';', '\t', '|']
    .map(
      (delimiter) =>
        peekRecords(file.text, delimiter as ',').toSorted((a, b) => b.cells.length - a.cells.length)[0],
    )
    .filter((record) => record !== undefined)
    .toSorted((a, b) => b.cells.length - a.cells.length)[0];
  const found = widest === undefined || widest.cells.length < 2 ? '' : headingsShown(widest);
  const wanted =
    columns.size > 0
      ? `has no line with the headings ${[...columns.values()].join(', ')}, nor with all that a statement needs`
      : 'is not a bank statement: no line names a date and an amount (or debit and credit)';
  return new Refusal(
    'unreadable_file',
    `${file.path} ${wanted}.${found} Say which columns they are: --map-columns "date=Fecha,amount=Importe". Nothing was imported.`,
  );
};

const headingsShown = ({ line, cells }: CsvRecord): string =>
  ` Line ${line} has: ${cells.slice(0, MAX_HEADINGS_SHOWN).join(', ').slice(0, 400)}.`;
