// What stands in a table or above it and is no movement: balances, and the bank's own sums.
import { fitsAmount, parseAmount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { decimal, decimalsOf } from '../../../base/money/decimal.ts';
import { normaliseName, wordsOf } from '../../../base/names/normalise.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { DecimalSign } from '../format.ts';
import type { Layout } from './columns.ts';
import { readDate } from './dates.ts';
import { type NumberCell, readNumber } from './numbers.ts';
import type { CsvRecord } from './records.ts';

const SUM =
  /^(?:(?:zwischen|gesamt)?summen?|gesamt(?:betrag|saldo|umsatz)?|sumas?|(?:sub)?total(?:es)?|grand total|(?:alter |neuer |anfangs|end)?saldo|kontostand|(?:opening|closing|ending) balance)\b/u;

/** What may follow; with any other word it may be a name, such as Total Energies. */
const FOLLOWS: ReadonlySet<string> = new Set(
  `de del der des dem den die aller el la los las the of y und and al am vom zum per en in a
  inicial anterior final actual total totales general neto cargo cargos abono abonos deposito depositos retiro retiros
  credito creditos debito debitos movimiento movimientos operaciones importe saldo periodo mes cuenta
  soll haben eingange ausgange einnahmen ausgaben umsatze umsatz buchungen betrag betrage gutschriften lastschriften zeitraum
  debit debits credit credits amount balance period transactions deposits withdrawals eur mxn usd`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);

/** No bank writes a longer one; spelling a long text in one way takes long. */
const MAX_SUM = 200;

const isSum = (cell: string): boolean => {
  if (cell.length > MAX_SUM) return false;
  const text = normaliseName(cell);
  const [found = ''] = SUM.exec(text) ?? [];
  return found !== '' && wordsOf(text.slice(found.length).trim()).every(isFollowing);
};

const isFollowing = (word: string): boolean => FOLLOWS.has(word) || /^\d+$/u.test(word);

/**
 * A sum has no date and no other words. A balance may have the day it is of, and then no amount: what has both is a movement,
 * whatever its text says.
 */
export const isSumRow = ({ columns }: Layout, { cells }: CsvRecord): boolean => {
  const at = (column: number | undefined): string => cells[column ?? -1] ?? '';
  const filled = cells.filter((cell) => cell !== '');
  if (!/^\W*\d/u.test(at(columns.get('date'))))
    return isSum(filled[0] ?? '') && filled.slice(1).every((cell) => isSum(cell) || !hasWords(cell));
  return (
    cells.some(isSum) &&
    (['amount', 'debit', 'credit'] as const).every((field) => /^[-\s$0.,]*$/u.test(at(columns.get(field))))
  );
};

const hasWords = (cell: string): boolean =>
  cell.length > MAX_SUM || wordsOf(normaliseName(cell)).some((word) => !isFollowing(word));

const MAX_SHOWN = 40;

export const sayLeftOut = (sums: readonly CsvRecord[]): string[] => {
  if (sums.length === 0) return [];
  const named = sums.map(
    ({ line, cells }) => `line ${line} "${(cells.find(isSum) ?? '').slice(0, MAX_SHOWN)}"`,
  );
  return [`Left out as sums or balances of the bank, which are no movements: ${named.join(', ')}.`];
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
