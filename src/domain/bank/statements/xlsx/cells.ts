// What a cell of a workbook shows, as text: shared and own strings, days by their number format, numbers without the noise of
// binary fractions. Formulas are never run: the value that the workbook has of them counts.
import { decimal, decimalsOf, roundHalfUp, toText, ZERO } from '../../../../base/money/decimal.ts';
import { addDays, asDay, parseDay } from '../../../../base/time/day.ts';
import { all, type Element, first, textAt } from '../xml/tree.ts';
import { asShown, type NumberFormat, readNumberFormat } from './number-format.ts';

export interface Book {
  readonly strings: readonly string[];
  /** By the number of a cell's style: whether it shows a day. */
  readonly isDay: readonly boolean[];
  /** By the same number: what its format paints beside a number. */
  readonly formats: readonly (NumberFormat | undefined)[];
  /** Days are counted from 1904, as on old Macintoshes. */
  readonly since1904: boolean;
}

/** A formula whose value the workbook does not have. */
export class NoValue extends Error {}

export const cellText = (book: Book, cell: Element): string => {
  const type = cell.attributes['t'] ?? 'n';
  const value = textAt(cell, 'v');
  if (value === '' && type !== 'str' && first(cell, 'f') !== undefined)
    throw new NoValue(cell.attributes['r'] ?? '');
  if (type === 's') return book.strings[Number(value)] ?? '';
  if (type === 'inlineStr') return stringText(first(cell, 'is'));
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : '';
  if (type === 'd') return value.slice(0, 10);
  if (type !== 'n' || value === '') return value;
  const style = Number(cell.attributes['s'] ?? 0);
  return book.isDay[style] === true
    ? (dayText(value, book.since1904) ?? numberText(value))
    : asShown(numberText(value), book.formats[style]);
};

/** The text in its runs; how it is pronounced is left aside. */
export const stringText = (string: Element | undefined): string =>
  [...all(string, 't'), ...all(string, 'r/t')]
    .map(({ text }) => text)
    .join(' ')
    .replace(/_x([\dA-F]{4})_/giu, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\s+/gu, ' ')
    .trim();

/** Those that a spreadsheet shows of a number; the others are noise: 1190.0000000000002 is 1190. */
const SHOWN_DIGITS = 15;
const NOISE_DECIMALS = 6;
/** A long number without decimals is a reference, of which every digit counts. */
const LONG = /^\d{16,40}$/u;
const NUMBER = /^[+-]?\d{1,40}(?:\.\d{0,40})?(?:E[+-]?\d{1,2})?$/iu;

/**
 * With two decimals at least, and never with three, so that no other number of the file is needed to tell the decimal sign.
 * A whole number may be one of an invoice and stays whole.
 */
export const numberText = (value: string): string => {
  if (LONG.test(value) || !NUMBER.test(value)) return value;
  const exact = decimal(value);
  const shown = exact.eq(ZERO) ? exact : exact.prec(SHOWN_DIGITS);
  const text = toText(decimalsOf(shown) > NOISE_DECIMALS ? roundHalfUp(shown, NOISE_DECIMALS) : shown);
  const [whole = '', decimals = ''] = text.split('.');
  if (decimals === '') return whole;
  return `${whole}.${decimals.padEnd(2, '0')}${decimals.length === 3 ? '0' : ''}`;
};

const EPOCH = { 1900: asDay('1899-12-30'), 1904: asDay('1904-01-01') };
/** The last day that spreadsheets know, 9999-12-31. */
const LAST_DAY = 2_958_465;

const dayText = (value: string, since1904: boolean): string | undefined => {
  const days = Math.floor(Number(value));
  if (!Number.isFinite(days) || days < 1 || days > LAST_DAY) return undefined;
  return parseDay(addDays(since1904 ? EPOCH[1904] : EPOCH[1900], days));
};

/** ECMA-376 part 1, 18.8.30: the formats of days that have no code of their own in the file. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Texts, colours and escapes of a format are no letters of a day. */
const isDayCode = (code: string): boolean =>
  /[dy]/iu.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./gu, '').split(';')[0] ?? '');

export const readStyles = (styles: Element | undefined): Pick<Book, 'isDay' | 'formats'> => {
  const codes = new Map(
    all(styles, 'numFmts/numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  const ids = all(styles, 'cellXfs/xf').map(({ attributes }) => Number(attributes['numFmtId'] ?? 0));
  return {
    isDay: ids.map((id) => {
      const code = codes.get(id);
      return code === undefined ? isBuiltInDay(id) : isDayCode(code);
    }),
    formats: ids.map((id) => readNumberFormat(codes.get(id) ?? '')),
  };
};
