// Plain CSV: any file whose headings say date and amount, or whose columns were mapped.
import type { RejectedRow } from '../../../base/input-file.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { StatementFile } from '../file.ts';
import type {
  ReadOptions,
  ReadStatement,
  RememberedLayout,
  StatementFormat,
  StatementLine,
} from '../format.ts';
import { findLayout, type Layout } from './columns.ts';
import { dateOrderOf } from './dates.ts';
import type { Field } from './headings.ts';
import { decimalSignOf, refuseRuined } from './numbers.ts';
import { checkOwner, withPartyAccounts } from './owner.ts';
import { type CsvRecord, peekRecords, readRecords } from './records.ts';
import { type Reading, readRow } from './row.ts';

export const CSV: StatementFormat = {
  name: 'csv',
  // Whatever else is text may be one; what has no headings of a statement is refused with what it lacks.
  recognises: () => true,
  read: (file, options) => {
    const layout = findLayout(file.text, options.columns, options.remembered);
    if (layout === undefined) throw noStatement(file, options);
    const above = peekRecords(file.text, layout.delimiter).filter(({ line }) => line < layout.line);
    const records = readRecords(file.path, file.text, layout.delimiter);
    return readTable({ path: file.path, layout, above, records, is_spreadsheet: false }, options);
  },
};

export interface Table {
  /** For messages. */
  readonly path: string;
  readonly layout: Layout;
  readonly above: readonly CsvRecord[];
  /** All of them; data begins below the headings. */
  readonly records: readonly CsvRecord[];
  readonly is_spreadsheet: boolean;
}

export const readTable = (table: Table, given: ReadOptions): ReadStatement => {
  const { remembered } = table.layout;
  const options: ReadOptions = {
    ...given,
    date_order: given.date_order ?? remembered?.date_order ?? null,
    decimal: given.decimal ?? remembered?.decimal ?? null,
  };
  const data = dataOf(table);
  if (data.length === 0) throw new Refusal('unreadable_file', `${table.path} has headings and no rows.`);
  for (const { line, cells } of data) refuseRuined(line, cells);
  const layout = withPartyAccounts(table.layout, data, options);
  const warnings = [...checkOwner({ layout, above: table.above, records: data }, options)];
  const booked = data.filter((record) => !isPending(layout, record));
  const { lines, rejected } = readRows({ ...table, layout, records: booked }, options);
  if (booked.length < data.length) warnings.push(pendingLeftOut(data.length - booked.length));
  if (remembered !== undefined && given.columns.size === 0) warnings.push(sayRemembered(remembered, given));
  return {
    format: layout.profile?.name ?? `${CSV.name}:${layout.key}`,
    rows: booked.length,
    lines,
    rejected,
    gaps: [],
    opening_minor: null,
    closing_minor: null,
    warnings,
    ...worthRemembering(layout, given, options),
  };
};

const readRows = (
  { layout, records, is_spreadsheet }: Table,
  options: ReadOptions,
): Pick<ReadStatement, 'lines' | 'rejected'> => {
  const reading = readingOf(layout, records, is_spreadsheet, options);
  const lines: StatementLine[] = [];
  const rejected: RejectedRow[] = [];
  records.forEach((record, index) => {
    const read = readRow(reading, record, index + 1);
    if ('reason' in read) rejected.push(read);
    else lines.push(read);
  });
  return { lines, rejected };
};

/** What stands below the headings, without balances that are no movements and without the bank's words at the end. */
const dataOf = ({ layout, records }: Table): CsvRecord[] => {
  const data = records.filter(
    (record) => record.line > layout.line && !isBlank(layout, record) && !isBalance(layout, record),
  );
  return data.slice(0, data.findLastIndex(({ cells }) => !isNote(cells)) + 1);
};

const BALANCE_ROW =
  /^(?:saldo (?:inicial|anterior|final)|totale?s?|anfangssaldo|endsaldo|kontostand|(?:opening|closing) balance)\b/iu;

const isBalance = ({ columns }: Layout, { cells }: CsvRecord): boolean =>
  cells.some((cell) => BALANCE_ROW.test(cell)) &&
  (['amount', 'debit', 'credit'] as const).every((field) =>
    /^[-\s$0.,]*$/u.test(cells[columns.get(field) ?? -1] ?? ''),
  );

/** A sentence in a line of its own; a row that was cut off begins with a date. */
const isNote = (cells: readonly string[]): boolean => {
  const [only = '', ...others] = cells.filter((cell) => cell !== '');
  return others.length === 0 && /\p{L}{3}.*\s.*\p{L}{3}/u.test(only);
};

/** Lines below the table and empty ones: nothing stands in any column that is read. */
const isBlank = ({ columns }: Layout, { cells }: CsvRecord): boolean =>
  [...columns.values()].every((column) => (cells[column] ?? '') === '');

/** It may still change or go away; the next file has it again, booked. */
const isPending = ({ columns }: Layout, { cells }: CsvRecord): boolean =>
  /vorgemerkt|pending|pendiente/iu.test(cells[columns.get('status') ?? -1] ?? '');

export const pendingLeftOut = (count: number): string =>
  `${count === 1 ? '1 row that the bank has not booked yet was' : `${count} rows that the bank has not booked yet were`} left out.`;

const sayRemembered = ({ columns, date_order, decimal }: RememberedLayout, given: ReadOptions): string => {
  const parts = [
    ...(columns.size === 0 ? [] : [[...columns].map(([field, heading]) => `${field}=${heading}`).join(',')]),
    ...(date_order === null || given.date_order !== null ? [] : [`dates ${date_order}`]),
    ...(decimal === null || given.decimal !== null ? [] : [`decimal ${decimal}`]),
  ];
  return `The columns are read as at an earlier import of this account: ${parts.join('; ')}.`;
};

/** What the user said of these headings, now or earlier. */
const worthRemembering = (
  { headings_hash, remembered }: Layout,
  given: ReadOptions,
  { date_order, decimal }: ReadOptions,
): Pick<ReadStatement, 'layout'> => {
  if (given.columns.size === 0 && given.date_order === null && given.decimal === null) return {};
  const columns = given.columns.size > 0 ? given.columns : (remembered?.columns ?? given.columns);
  return { layout: { headings_hash, columns, date_order, decimal } };
};

const MONEY: readonly Field[] = ['amount', 'debit', 'credit', 'balance'];

const readingOf = (
  layout: Layout,
  records: readonly CsvRecord[],
  counts_days: boolean,
  options: ReadOptions,
): Reading => {
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
  return { layout, currency, decimal, order, counts_days, options };
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
