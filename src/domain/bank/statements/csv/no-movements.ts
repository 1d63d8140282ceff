// What stands in a table or above it and is no movement: balances, and the bank's own sums.
import { fitsAmount, parseAmount } from '../../../../base/money/amount.ts';
import { currencyDigits } from '../../../../base/money/currency.ts';
import { decimal, decimalsOf } from '../../../../base/money/decimal.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import { hasOtherWords, isSum } from '../balance-words.ts';
import type { DecimalSign } from '../format.ts';
import type { Layout } from './columns.ts';
import { readDate } from './dates.ts';
import { type NumberCell, readNumber } from './numbers.ts';
import type { CsvRecord } from './records.ts';

/**
 * A sum has no date and no other words. A balance may have the day it is of, and then no amount; one that has both is told
 * from movements later.
 */
export const isSumRow = ({ columns }: Layout, { cells }: CsvRecord): boolean => {
  const at = (column: number | undefined): string => cells[column ?? -1] ?? '';
  const filled = cells.filter((cell) => cell !== '');
  if (!/^\W*\d/u.test(at(columns.get('date'))))
    return cells.some(isSum) && filled.every((cell) => isSum(cell) || !hasOtherWords(cell));
  return (
    cells.some(isSum) &&
    (['amount', 'debit', 'credit'] as const).every((field) => /^[-\s$0.,]*$/u.test(at(columns.get(field))))
  );
};

const BALANCE_LABEL =
  /^(?:aktueller |neuer )?(?:kontostand|saldo(?: final| actual)?|endsaldo|(?:closing |current )?balance)(?:\s+(?:vom|am|al|as of|on))?\s*([\d./-]{6,10})?\s*:?$/iu;
const PERIOD_LABEL = /^(?:zeitraum|periodo|per[ií]odo|period)\s*:?$/iu;

/** A balance above the table, as DKB prints it: `Kontostand vom 17.11.2026:` and, beside it, the number. */
export interface PrintedBalance extends NumberCell {
  /** The day that it is of. */
  readonly day: IsoDay | undefined;
}

/** Undefined where none is printed, or one of a later day than the period of the file. */
export const findPrintedBalance = (above: readonly CsvRecord[]): PrintedBalance | undefined => {
  const pairs = above.flatMap(({ line, cells }) =>
    cells.flatMap((cell, index) => {
      const [, label, value] = /^([^:]+:)\s*(\S.*)$/u.exec(cell) ?? [];
      if (label !== undefined && value !== undefined) return [{ line, label, value }];
      return [{ line, label: cell, value: cells[index + 1] ?? '' }];
    }),
  );
  const found = pairs.find(({ label, value }) => BALANCE_LABEL.test(label) && /\d/u.test(value));
  if (found === undefined) return undefined;
  const day = readDate(BALANCE_LABEL.exec(found.label)?.[1] ?? '', 'dmy');
  const period = pairs.find(({ label }) => PERIOD_LABEL.test(label))?.value ?? '';
  const end = readDate(
    period
      .split(/\s(?:-|–|bis|al|a|to)\s/u)
      .at(-1)
      ?.trim() ?? '',
    'dmy',
  );
  if (day !== undefined && end !== undefined && end < day) return undefined;
  return { line: found.line, text: found.value, day };
};

/** Null for what is no amount of the currency. */
export const readPrintedBalance = (
  printed: PrintedBalance | undefined,
  sign: DecimalSign,
  currency: string,
): number | null => {
  const text = readNumber(printed?.text ?? '', sign, currency) ?? null;
  if (text === null || decimalsOf(decimal(text)) > currencyDigits(currency)) return null;
  return fitsAmount(decimal(text), currency) ? parseAmount(text, currency).minor : null;
};

/** The cell that calls a row a sum or a balance. */
export const sumIn = ({ cells }: CsvRecord): string => cells.find(isSum) ?? '';
