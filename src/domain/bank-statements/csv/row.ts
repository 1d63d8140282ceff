// One row of a CSV statement, or why it is none.
import type { RejectedRow } from '../../../base/input-file.ts';
import { fitsAmount, parseAmount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { decimal, decimalsOf } from '../../../base/money/decimal.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { DateOrder, DecimalSign, ReadOptions, StatementLine } from '../format.ts';
import type { Layout } from './columns.ts';
import { isSpreadsheetDay, readDate, spreadsheetDay } from './dates.ts';
import type { Field } from './headings.ts';
import { readNumber } from './numbers.ts';
import type { CsvRecord } from './records.ts';
import { type RowTexts, readTexts, type TextLayout } from './texts.ts';

/** How the file is read. */
export interface Reading {
  readonly layout: TextLayout;
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

export const readRow = (reading: Reading, record: CsvRecord, row: number): StatementLine | RejectedRow => {
  try {
    return toLine(reading, record, row);
  } catch (error) {
    if (error instanceof RowFault) return { line: record.line, reason: error.message };
    throw error;
  }
};

const toLine = (reading: Reading, record: CsvRecord, row: number): StatementLine => {
  const { layout } = reading;
  checkWidth(layout, record);
  const cell = (field: Field): string => record.cells[layout.columns.get(field) ?? -1] ?? '';
  const date = readDay(reading, cell('date'));
  const signed_minor = readAmount(reading, cell);
  const texts: RowTexts = readTexts(layout, record, signed_minor > 0, reading.options);
  return {
    line: record.line,
    row,
    date,
    signed_minor,
    ...texts,
    balance_minor: layout.columns.has('balance') ? readMinor(reading, cell('balance')) : null,
    serial: readSerial(cell('serial')),
  };
};

const readSerial = (cell: string): string | null => {
  const serial = cell.replace(/^'|'$/gu, '').trim();
  return /^(?=.*[1-9A-Z])[0-9A-Z]{1,40}$/i.test(serial) ? serial : null;
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
const readMinor = ({ currency, decimal: sign }: Reading, cell: string): number | null => {
  const text = readNumber(cell, sign, currency);
  if (text === null) return null;
  if (text === undefined) throw new RowFault(`"${shown(cell)}" is not a number with a decimal ${sign}`);
  const value = decimal(text);
  if (decimalsOf(value) > currencyDigits(currency))
    throw new RowFault(`${text} has more decimals than ${currency}`);
  if (!fitsAmount(value, currency)) throw new RowFault(`${text} is too large`);
  return parseAmount(text, currency).minor;
};

const readAmount = (reading: Reading, cell: (field: Field) => string): number => {
  const minor = reading.layout.columns.has('amount') ? readSigned(reading, cell) : ofPair(reading, cell);
  if (minor === 0) throw new RowFault('the amount is zero');
  return minor;
};

const CREDIT_WORDS: ReadonlySet<string> = new Set(
  'h haben c cr credit credito abono deposito haber ingreso gutschrift'.split(' '),
);
const DEBIT_WORDS: ReadonlySet<string> = new Set(
  's soll d dr debit debito cargo retiro debe egreso lastschrift'.split(' '),
);

/** Longer than every word for a side. */
const MAX_SIGN = 40;

const readSigned = (reading: Reading, cell: (field: Field) => string): number => {
  const minor = readMinor(reading, cell('amount'));
  if (minor === null) throw new RowFault('the amount is missing');
  if (!reading.layout.columns.has('direction')) return minor;
  const sign = cell('direction').replace(/^'|'$/gu, '').trim();
  const word = normaliseName(sign.slice(0, MAX_SIGN));
  if (sign === '+' || CREDIT_WORDS.has(word)) return Math.abs(minor);
  if (/^[-\u2212\u2013]$/u.test(sign) || DEBIT_WORDS.has(word)) return -Math.abs(minor);
  throw new RowFault(`"${shown(cell('direction'))}" does not say whether money comes in or goes out`);
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
