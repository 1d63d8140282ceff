// QIF, which banks still write for old programs: its records become a table, and are read as one. It says neither currency
// nor account, and the order of its dates is that of the program that wrote it.
import { toolError } from '../../../../base/errors.ts';
import type { StatementDateOrder } from '../../../../../generated/types.ts';
import { findLayoutIn } from '../csv/columns.ts';
import { provenOrder } from '../csv/dates.ts';
import { readTable } from '../csv/read.ts';
import type { CsvRecord } from '../csv/records.ts';
import type { StatementFile } from '../file.ts';
import type { FormatRows, ReadOptions, StatementFormat } from '../format.ts';
import { type QifRecord, readRecords } from './records.ts';

const NAME = 'qif';

export const QIF: StatementFormat = {
  name: NAME,
  recognises: ({ text }) => /^\s*!(?:Type|Account|Option|Clear)\b/iu.test(text),
  read: (file, options) => read(file, options),
};

const HEADINGS = ['Date', 'Amount', 'Memo', 'Payee', 'Reference'] as const;

const read = (file: StatementFile, given: ReadOptions): FormatRows => {
  const records = readRecords(file);
  if (records.length === 0) throw toolError('statement_qif_empty', { file: file.path });
  const rows: CsvRecord[] = records.map((each) => ({
    line: each.line,
    cells: [each.date, each.amount, each.memo, each.payee, each.number],
  }));
  const headings: CsvRecord = { line: 0, cells: HEADINGS };
  const beginning = { delimiter: ',' as const, records: [headings] };
  const layout = findLayoutIn([beginning], new Map(), given.remembered);
  if (layout === undefined) throw new Error('the headings of QIF are none of a statement');
  const said = given.date_order ?? layout.remembered?.date_order ?? null;
  const options = { ...given, columns: new Map(), date_order: said ?? orderOf(records) };
  const table = { path: file.path, layout, above: [], records: rows, is_spreadsheet: false };
  const { layout: made, ...statement } = readTable(table, options);
  return {
    ...statement,
    format: NAME,
    // What the file proves need not be so in the next one.
    ...(made === undefined || (given.date_order === null && given.sign === null && given.decimal === null)
      ? {}
      : { layout: { ...made, date_order: said } }),
  };
};

const orderOf = (records: readonly QifRecord[]): StatementDateOrder => {
  const proven = provenOrder(records.map(({ date }) => date));
  if (proven !== undefined) return proven;
  const { line, date } = records[0] ?? { line: 1, date: '' };
  throw toolError('statement_dates_unclear', { line: String(line), date });
};
