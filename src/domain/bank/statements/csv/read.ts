// Plain CSV: any file whose headings say date and amount, or whose columns were mapped.
import { toolError } from '../../../../base/errors.ts';
import type { RejectedRow } from '../../../../base/input-file.ts';
import { currencyDigits } from '../../../../base/money/currency.ts';
import { adviceFor } from '../advice.ts';
import { saysBalance } from '../balance-words.ts';
import type {
  DateOrder,
  FormatRows,
  ReadLine,
  ReadOptions,
  ReadStatement,
  RememberedLayout,
  StatementFormat,
} from '../format.ts';
import type { LeftOutRow } from '../report.ts';
import { findAddedText } from './added-text.ts';
import { type Layout, beginningsOf, findLayout, nameColumn } from './columns.ts';
import { provenOrder } from './dates.ts';
import { withDerived } from './derived.ts';
import { findDirection } from './direction.ts';
import { explainNoLayout } from './explain-no-layout.ts';
import type { Field } from './headings.ts';
import { joinContinued } from './continued.ts';
import {
  type PrintedBalance,
  findPrintedBalance,
  isSumRow,
  readPrintedBalance,
  sumIn,
} from './no-movements.ts';
import { findDecimalSign, refuseRuined } from './numbers.ts';
import { checkOwner, withPartyAccounts } from './owner.ts';
import { isReadAnew, withParties } from './parties.ts';
import { type CsvRecord, peekRecords, readRecords, unwrapLines } from './records.ts';
import { type Reading, foreseeAmount, readRow } from './row.ts';
import { withFees, withFeesOnly } from './fees.ts';
import { type Apart, sortOutKnownRows } from './known-rows.ts';
import { withSigns } from './marks.ts';
import { sortByState } from './states.ts';
import { askForSign, refuseSettled, signFor, turn } from './turned.ts';
import type { TextLayout } from './texts.ts';

export const CSV: StatementFormat = {
  name: 'csv',
  // Whatever else is text may be one; what has no headings of a statement is refused with what it lacks.
  recognises: () => true,
  read: (file, options) => {
    const text = unwrapLines(file.text);
    const layout = findLayout(text, options.columns, options.remembered);
    if (layout === undefined) throw explainNoLayout(file.path, beginningsOf(text), options);
    const above = peekRecords(text, layout.delimiter).filter(({ line }) => line < layout.line);
    const records = readRecords(file.path, text, layout.delimiter);
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

export const readTable = (found: Table, given: ReadOptions): FormatRows => {
  const table: Table = { ...found, ...withDerived(found.layout, found.records, given.account.currency) };
  const { remembered } = table.layout;
  const options: ReadOptions = {
    ...given,
    date_order: given.date_order ?? remembered?.date_order ?? null,
    decimal: given.decimal ?? remembered?.decimal ?? null,
  };
  const { data: rows, sums, apart } = selectMovements(table, options);
  if (rows.length === 0) throw toolError('statement_without_rows', { file: table.path });
  for (const { line, cells } of rows) refuseRuined(line, cells);
  const sign = signFor(table.layout, options);
  const marked = withSigns(table.layout, rows, options.account.currency);
  const data = sign === 'reversed' ? turn(table.layout, marked, options) : marked;
  const named = withParties(withFeesOnly(table.layout, data, options), data);
  const owned = withPartyAccounts(named, data, options);
  const { layout: stated, booked, not_booked } = sortByState(owned, data, options);
  if (sign === 'reversed') refuseSettled(stated, marked, options);
  const { layout: directed, sides } = findDirection(stated, booked, options);
  if (sign === null) askForSign(directed, booked, options);
  const layout: TextLayout = { ...directed, added: findAddedText(directed, data) };
  const warnings = [...checkOwner({ layout, above: table.above, records: data }, options)];
  const printed = layout.columns.has('balance') ? undefined : findPrintedBalance(table.above);
  const reading = chooseReading(
    { layout, sides, counts_days: table.is_spreadsheet },
    booked.length > 0 ? booked : data,
    printed,
    options,
  );
  const { lines: read, rejected } = readRows(reading, booked);
  const { lines: charged, warnings: onFees } = withFees(layout, read, options.account.currency);
  const lines = charged.map(({ fee_minor: _fee, net_minor: _net, ...line }) => line);
  const summed = sums.map((record) => {
    const text = sumIn(record);
    const says = saysBalance(text);
    const row = leaveOut(reading, record, says === undefined ? 'sum' : 'balance', text);
    return { row, kind: says?.kind ?? 'other' };
  });
  const known = apart.map(({ record, kind, text, balance }) => ({
    kind: balance ?? ('other' as const),
    row:
      kind === 'currency'
        ? { line: record.line, kind, text, minor: null }
        : leaveOut(reading, record, kind, text),
  }));
  const left_out = [
    ...not_booked.map(({ record, state, text }) => leaveOut(reading, record, state, text)),
    ...[...summed, ...known].map(({ row }) => row),
  ].toSorted((a, b) => a.line - b.line);
  if (remembered !== undefined && given.columns.size === 0) warnings.push(sayRemembered(remembered, given));
  warnings.push(...onFees, ...sayAdded(layout, given));
  if (sign === 'reversed') warnings.push(TURNED);
  const isOfThese = lines.every(({ date }) => printed?.day === undefined || date <= printed.day);
  return {
    format: layout.profile?.name ?? nameLayout(layout),
    lines,
    left_out,
    balances: [...summed, ...known].flatMap(({ row: { line, minor }, kind }) =>
      minor === null ? [] : [{ line, kind, minor }],
    ),
    rejected,
    gaps: [],
    opening_minor: null,
    closing_minor: isOfThese ? readPrintedBalance(printed, reading.decimal, reading.currency) : null,
    warnings,
    ...worthRemembering(layout, given, options),
  };
};

const TURNED = 'The amounts are turned: what the file writes as positive goes out.';

/** Lines that are told apart by added text only are others than those that were stored without it. */
const nameLayout = (layout: TextLayout): string => {
  const isAdded = layout.added.length > 0 && !layout.columns.has('description');
  return `${CSV.name}:${layout.key}${isAdded ? '+' : ''}${isReadAnew(layout) ? '~' : ''}`;
};

const sayAdded = (layout: TextLayout, { asked_by }: ReadOptions): string[] => {
  const { added, titles } = layout;
  if (added.length === 0) return [];
  const names = added.map((column) =>
    (titles[column] ?? '') === '' ? nameColumn(layout, column) : `"${titles[column] ?? ''}"`,
  );
  const which = `${names.length === 1 ? 'the column' : 'the columns'} ${names.join(', ')}`;
  const { map } = adviceFor(asked_by);
  return [
    `The text of ${which}, which nothing else reads, was added to the description; to leave it out, ${map(['ignore', names.join('+')])}.`,
  ];
};

const readRows = (
  reading: Reading,
  records: readonly CsvRecord[],
): Pick<FormatRows, 'lines' | 'rejected'> => {
  const lines: ReadLine[] = [];
  const rejected: RejectedRow[] = [];
  records.forEach((record, index) => {
    const read = readRow(reading, record, index + 1);
    if ('reason' in read) rejected.push(read);
    else lines.push(read);
  });
  return { lines, rejected };
};

/** What stands below the headings, the bank's sums apart and without its words at the end. */
const selectMovements = ({ layout, records }: Table, options: ReadOptions): Selected => {
  const below = records.filter((record) => record.line > layout.line && !isBlank(layout, record));
  const { kept, apart } = sortOutKnownRows(layout, joinContinued(layout, below), options);
  const filled = [...kept];
  const sums = filled.filter((record) => isSumRow(layout, record));
  const data = filled.filter((record) => !isSumRow(layout, record));
  return { data: data.slice(0, data.findLastIndex(({ cells }) => !isNote(cells)) + 1), sums, apart };
};

interface Selected {
  readonly data: readonly CsvRecord[];
  readonly sums: readonly CsvRecord[];
  readonly apart: readonly Apart[];
}

/** A sentence or a title in a line of its own; a row that was cut off begins with a date. */
const isNote = (cells: readonly string[]): boolean => {
  const [only = '', ...others] = cells.filter((cell) => cell !== '');
  if (others.length > 0) return false;
  return /\p{L}{3}:$/u.test(only) || only.split(/\s/u).filter((word) => /\p{L}{3}/u.test(word)).length > 1;
};

/** Lines below the table and empty ones: nothing stands in any column that is read. */
const isBlank = ({ columns }: Layout, { cells }: CsvRecord): boolean =>
  [...columns.values()].every((column) => (cells[column] ?? '') === '');

const leaveOut = (
  reading: Reading,
  record: CsvRecord,
  kind: LeftOutRow['kind'],
  text: string,
): LeftOutRow => ({ line: record.line, kind, text, minor: foreseeAmount(reading, record) });

const sayRemembered = (
  { columns, date_order, decimal, sign }: RememberedLayout,
  given: ReadOptions,
): string => {
  const parts = [
    ...(columns.size === 0 ? [] : [[...columns].map(([field, heading]) => `${field}=${heading}`).join(',')]),
    ...(date_order === null || given.date_order !== null ? [] : [`dates ${date_order}`]),
    ...(decimal === null || given.decimal !== null ? [] : [`decimal ${decimal}`]),
    ...(sign === null || given.sign !== null ? [] : [`sign ${sign}`]),
  ];
  return `The columns are read as at an earlier import of this account: ${parts.join('; ')}.`;
};

/** What the user said of these headings, now or earlier. */
const worthRemembering = (
  { headings_hash, remembered }: Layout,
  given: ReadOptions,
  { date_order, decimal }: ReadOptions,
): Pick<ReadStatement, 'layout'> => {
  if (
    given.columns.size === 0 &&
    [given.date_order, given.decimal, given.sign].every((each) => each === null)
  )
    return {};
  const columns = given.columns.size > 0 ? given.columns : (remembered?.columns ?? given.columns);
  return {
    layout: { headings_hash, columns, date_order, decimal, sign: given.sign ?? remembered?.sign ?? null },
  };
};

const MONEY: readonly Field[] = ['amount', 'debit', 'credit', 'balance', 'fee'];

const chooseReading = (
  parts: Pick<Reading, 'layout' | 'sides' | 'counts_days'>,
  records: readonly CsvRecord[],
  printed: PrintedBalance | undefined,
  options: ReadOptions,
): Reading => {
  const { layout } = parts;
  const { currency } = options.account;
  const digits = currencyDigits(currency);
  const cells = (fields: readonly Field[]) =>
    fields.flatMap((field) => {
      const column = layout.columns.get(field);
      if (column === undefined) return [];
      return records.map(({ line, cells: row }) => ({ line, text: row[column] ?? '' }));
    });
  // Asked even if the sign was given: numbers that a spreadsheet has ruined are found on the way.
  const shown = findDecimalSign(cells(MONEY), currency, {
    said: options.decimal,
    beside: printed,
  });
  const decimal = options.decimal ?? shown ?? (digits === 3 ? undefined : 'point');
  if (decimal === undefined) {
    throw toolError('statement_decimals_unknown', {});
  }
  const order = options.date_order ?? dateOrderIn(layout, cells(['date']), currency);
  return { ...parts, currency, decimal, order, options };
};

/** Banks of the United States write the month first, and nothing else in such a file says so. */
const dateOrderIn = (
  { columns, headings }: TextLayout,
  dates: readonly { readonly line: number; readonly text: string }[],
  currency: string,
): DateOrder => {
  const proven = provenOrder(dates.map(({ text }) => text));
  const [first] = dates;
  const heading = headings[columns.get('date') ?? -1] ?? '';
  const isUnclear = proven === undefined && currency === 'USD' && /(?:^|\W)dates?(?:\W|$)/iu.test(heading);
  if (isUnclear && first !== undefined)
    throw toolError('statement_dates_unclear', { line: String(first.line), date: first.text });
  return proven ?? 'dmy';
};
