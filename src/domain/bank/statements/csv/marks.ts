// Amounts with a word for the side beside the number: `1.00 CR`, `S 25,50`, `2.000,00 (H)`. The words of a column are weighed
// together, as those of a column of sides are; what they say becomes a sign.
import type { Columns, Layout } from './columns.ts';
import type { Field } from './headings.ts';
import { isCurrency } from '../../../../base/money/currency.ts';
import { signOf } from './numbers.ts';
import type { CsvRecord } from './records.ts';
import { readSides } from './sides.ts';

const MONEY: readonly Field[] = ['amount', 'debit', 'credit', 'balance', 'fee'];
const BEFORE = /^\(?(?<mark>\p{L}{1,12}\.?|[-+\u2212])\)?[\s\u00a0\u2009\u202f]*(?<number>\(?[-+]?\d.*)$/u;
const AFTER = /^(?<number>.*\d\)?)[\s\u00a0\u2009\u202f]*\(?(?<mark>\p{L}{1,12}\.?|[-+\u2212])\)?$/u;

interface Marked {
  readonly mark: string;
  readonly number: string;
}

/** Undefined for a number alone, and for one in a currency. */
const markIn = (cell: string, currency: string): Marked | undefined => {
  const text = cell.replace(currency, '').trim();
  const { mark = '', number = '' } = (AFTER.exec(text) ?? BEFORE.exec(text))?.groups ?? {};
  if (mark === '' || isCurrency(mark.toUpperCase()) || signOf(text, currency) !== undefined) return undefined;
  return signOf(number, currency) === undefined ? undefined : { mark: mark.replace('.', ''), number };
};

/** The records with signs in the place of such words, as far as these can be told. */
export const withSigns = (
  { columns, titles }: Pick<Layout, 'titles'> & { readonly columns: Columns },
  records: readonly CsvRecord[],
  currency: string,
): readonly CsvRecord[] => {
  let signed = records;
  for (const field of MONEY) {
    const column = columns.get(field);
    if (column !== undefined)
      signed = signColumn(signed, { column, title: titles[column] ?? '', field }, currency);
  }
  return signed;
};

const signColumn = (
  records: readonly CsvRecord[],
  { column, title, field }: { readonly column: number; readonly title: string; readonly field: Field },
  currency: string,
): readonly CsvRecord[] => {
  const marked = records.map(({ cells }) => markIn(cells[column] ?? '', currency));
  const marks = marked.flatMap((found) => found?.mark ?? []);
  if (marks.length === 0) return records;
  const { sideOf } = readSides([...marks, '+'], title);
  const sides = new Set(marks.map(sideOf));
  // Banks that mark one side only mean the other one by a bare number.
  const bareIsOut = field === 'amount' && sides.size === 1 && sides.has('in') && !hasSign(records, column);
  return records.map((record, index) => {
    const found = marked[index];
    const cell = record.cells[column] ?? '';
    if (found === undefined)
      return bareIsOut && signOf(cell, currency) === 1
        ? { ...record, cells: record.cells.with(column, `-${cell}`) }
        : record;
    const side = sideOf(found.mark);
    // A word that nobody knows, or one that contradicts the sign: no number, as the row will say.
    if (side === undefined || (side === 'in' && signOf(found.number, currency) === -1)) return record;
    const number = found.number.replace(/^[-+\u2212]/u, '');
    return { ...record, cells: record.cells.with(column, `${side === 'in' ? '+' : '-'}${number}`) };
  });
};

const hasSign = (records: readonly CsvRecord[], column: number): boolean =>
  records.some(({ cells }) => /^[-+\u2212(]|[-+\u2212]$/u.test((cells[column] ?? '').trim()));
