// One row of a CSV statement, or why it is none.
import type { RejectedRow } from '../../../../base/input-file.ts';
import { fitsAmount, parseAmount } from '../../../../base/money/amount.ts';
import { currencyDigits } from '../../../../base/money/currency.ts';
import { decimal, decimalsOf } from '../../../../base/money/decimal.ts';
import { saysBalance, type BalanceSaying } from '../balance-words.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { DateOrder, DecimalSign, ReadLine, ReadOptions, StatementLine } from '../format.ts';
import { type Layout, nameColumn } from './columns.ts';
import { isSpreadsheetDay, readDate, spreadsheetDay } from './dates.ts';
import type { Field } from './headings.ts';
import { readNumber } from './numbers.ts';
import type { CsvRecord } from './records.ts';
import type { SideColumn } from './sides.ts';
import { type RowTexts, readTexts, type TextLayout } from './texts.ts';

/** How the file is read. */
export interface Reading {
  readonly layout: TextLayout;
  /** Undefined where the amounts have their signs. */
  readonly sides: SideColumn | undefined;
  readonly currency: string;
  readonly decimal: DecimalSign;
  readonly order: DateOrder;
  /** Days may be a spreadsheet's count: the file is a spreadsheet, not text that one has saved. */
  readonly counts_days: boolean;
  readonly options: ReadOptions;
}

/** What is wrong with a row; thrown inside this file only. */
class RowFault extends Error {}

const MAX_SHOWN = 60;
/** Of a row that is never stored. */
const NO_DAY = asDay('1970-01-01');

export const readRow = (reading: Reading, record: CsvRecord, row: number): ReadLine | RejectedRow => {
  try {
    return toLine(reading, record, row);
  } catch (error) {
    if (error instanceof RowFault) return { line: record.line, reason: error.message };
    throw error;
  }
};

const toLine = (reading: Reading, record: CsvRecord, row: number): ReadLine => {
  const { layout } = reading;
  checkWidth(layout, record);
  const cell = (field: Field): string => record.cells[layout.columns.get(field) ?? -1] ?? '';
  const says = saysOfRow(reading, record);
  const signed_minor = readAmount(reading, cell, isBalance(says));
  // What is left out needs no day.
  const fees = [layout.columns.get('fee') ?? -1, ...(layout.joined.get('fee') ?? [])];
  const fee_minor = fees.reduce(
    (sum, column) => sum + (readMinor(reading, record.cells[column] ?? '') ?? 0),
    0,
  );
  const date = signed_minor === 0 && fee_minor === 0 ? NO_DAY : readDay(reading, cell('date'));
  const texts: RowTexts = readTexts(layout, record, signed_minor > 0, reading.options);
  return {
    line: record.line,
    row,
    date,
    signed_minor,
    ...texts,
    says,
    balance_minor: layout.columns.has('balance') ? readMinor(reading, cell('balance')) : null,
    serial: readSerial(cell('serial')),
    fee_minor,
    net_minor: readMinor(reading, record.cells[layout.net ?? -1] ?? ''),
  };
};

const readSerial = (cell: string): string | null => {
  const serial = cell.replace(/^'|'$/gu, '').trim();
  return /^(?=.*[1-9A-Z])[0-9A-Z][0-9A-Z_-]{0,59}$/i.test(serial) ? serial : null;
};

/** A separator too many inside a text would move every value behind it into the wrong column. */
const checkWidth = ({ columns, width }: Layout, { cells }: CsvRecord): void => {
  const isCut = cells.length <= Math.max(...columns.values());
  const isShifted = cells.slice(width).some((cell) => cell !== '');
  if (isCut || isShifted) throw new RowFault(`the line has ${cells.length} of ${width} columns`);
};

const shown = (cell: string): string => (cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell);

const readDay = ({ order, counts_days }: Reading, cell: string): StatementLine['date'] => {
  const date = readDate(cell, order);
  if (date !== undefined) return date;
  if (cell === '') throw new RowFault('the date is missing');
  if (isSpreadsheetDay(cell)) {
    if (counts_days) return spreadsheetDay(cell);
    throw new RowFault(`"${cell}" is a spreadsheet's count of days, not a date`);
  }
  throw new RowFault(`"${shown(cell)}" is not a date`);
};

/** Null for an empty cell. */
const readMinor = (
  { currency, decimal: sign }: Pick<Reading, 'currency' | 'decimal'>,
  cell: string,
): number | null => {
  const text = readNumber(cell, sign, currency);
  if (text === null) return null;
  if (text === undefined) throw new RowFault(`"${shown(cell)}" is not a number with a decimal ${sign}`);
  const value = decimal(text);
  if (decimalsOf(value) > currencyDigits(currency))
    throw new RowFault(`${text} has more decimals than ${currency}`);
  if (!fitsAmount(value, currency)) throw new RowFault(`${text} is too large`);
  return parseAmount(text, currency).minor;
};

const readAmount = (reading: Reading, cell: (field: Field) => string, isBalanceRow: boolean): number =>
  reading.layout.columns.has('amount') ? readSigned(reading, cell, isBalanceRow) : ofPair(reading, cell);

const readSigned = (reading: Reading, cell: (field: Field) => string, isBalanceRow: boolean): number => {
  const { sides } = reading;
  const minor = readMinor(reading, cell('amount'));
  if (minor === null) throw new RowFault('the amount is missing');
  if (sides === undefined || minor === 0) return minor;
  const side = sides.sideOf(cell('direction'));
  if (side !== undefined) return side === 'in' ? Math.abs(minor) : -Math.abs(minor);
  if (isBalanceRow) return minor;
  const column = nameColumn(reading.layout, reading.layout.columns.get('direction') ?? 0);
  throw new RowFault(
    `"${shown(cell('direction'))}" in the column "${column}" does not say whether money comes in or goes out`,
  );
};

/** Some banks print a zero in the other column, and some a minus before what goes out. */
const ofPair = (reading: Reading, cell: (field: Field) => string): number => {
  const out = readMinor(reading, cell('debit')) ?? 0;
  const into = readMinor(reading, cell('credit')) ?? 0;
  if (out !== 0 && into !== 0) throw new RowFault('the line has both a debit and a credit');
  if (into < 0) throw new RowFault(`the credit ${cell('credit')} is negative`);
  if (out === 0 && into === 0 && cell('debit') === '' && cell('credit') === '') {
    throw new RowFault('the line has neither a debit nor a credit');
  }
  return into - Math.abs(out);
};

const NAMES: readonly Field[] = ['counterparty', 'party_account', 'party_tax_id'];
/** Columns whose texts are no name for the row. */
const BESIDE: readonly Field[] = [
  'date',
  'amount',
  'debit',
  'credit',
  'balance',
  'currency',
  'account',
  'status',
  'fee',
];

/** The cell that calls the row a balance. One that names another party is a movement, whatever it is called. */
export const saysOfRow = ({ layout: { columns } }: Reading, { cells }: CsvRecord): BalanceSaying | null => {
  const names = NAMES.map((field) => cells[columns.get(field) ?? -1] ?? '');
  if (names.some((cell) => cell !== '' && (saysBalance(cell)?.kind ?? 'mention') === 'mention')) return null;
  const apart = new Set(BESIDE.map((field) => columns.get(field)));
  const sayings = cells.flatMap((cell, column) => (apart.has(column) ? [] : (saysBalance(cell) ?? [])));
  return sayings.find(({ kind }) => kind !== 'mention') ?? sayings[0] ?? null;
};

const isBalance = (says: BalanceSaying | null): boolean => says !== null && says.kind !== 'mention';

/** The amount of a row that is left out, as far as it can be read. */
export const foreseeAmount = (reading: Reading, { cells }: CsvRecord): number | null => {
  const cell = (field: Field): string => cells[reading.layout.columns.get(field) ?? -1] ?? '';
  const attempt = (read: () => number | null): number | null => {
    try {
      return read();
    } catch (error) {
      if (error instanceof RowFault) return null;
      throw error;
    }
  };
  const amount = attempt(() => readAmount(reading, cell, true));
  if (amount !== null && amount !== 0) return amount;
  return (
    attempt(() => readMinor(reading, cell('balance'))) ?? amount ?? attempt(() => onlyNumber(reading, cells))
  );
};

/** Below a table, banks put a balance into any column. */
const onlyNumber = (reading: Reading, cells: readonly string[]): number | null => {
  const found = cells.filter(
    (cell) => /\d[.,]\d{2}\D*$/u.test(cell) && readDate(cell, reading.order) === undefined,
  );
  return found.length === 1 ? readMinor(reading, found[0] ?? '') : null;
};
