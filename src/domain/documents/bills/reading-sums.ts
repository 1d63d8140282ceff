// The sums of a supplier's document, and why the books cannot hold what it says.
import type { ReadDocument, ReadingIssue, ReadTax } from '../../../receiving/reading.ts';
import { issue } from '../../../receiving/issue.ts';
import { fitsAmount } from '../../../base/money/amount.ts';
import { isCurrency } from '../../../base/money/currency.ts';
import {
  type Decimal,
  decimal,
  isNegative,
  roundHalfUp,
  sumOf,
  toText,
  ZERO,
} from '../../../base/money/decimal.ts';
import { LINE_DECIMALS } from '../../../einvoicing/totals.ts';
import { AMOUNT } from './amount-text.ts';

/** Every amount of the document that a sum or a line is made of. */
const figuresOf = ({ lines, totals, adjustments }: ReadDocument): readonly string[] =>
  [
    totals.lines,
    totals.withoutTax,
    totals.tax,
    totals.withheld,
    totals.total,
    totals.prepaid,
    totals.rounding,
    totals.due,
    ...adjustments.map(({ amount }) => amount),
    ...lines.flatMap((line) => [
      line.quantity,
      line.unitPrice,
      line.net,
      ...line.adjustments.map(({ amount }) => amount),
      ...line.taxes.map(({ amount }) => amount),
      ...line.withholdings.map(({ amount }) => amount),
    ]),
  ].filter((text) => text !== null);

export const valueOf = (text: string | null): Decimal => (text === null ? ZERO : decimal(text));

export const taxOfLine = ({ taxes }: { readonly taxes: readonly ReadTax[] }): Decimal =>
  sumOf(taxes.map(({ amount }) => valueOf(amount)));

/** The document's own sums; what it does not state is computed of its parts. */
export const sumsOf = ({ lines, adjustments, totals }: ReadDocument) => {
  const adjusted = sumOf(
    adjustments.map(({ kind, amount }) =>
      kind === 'charge' ? decimal(amount) : ZERO.minus(decimal(amount)),
    ),
  );
  const net = sumOf(lines.map((line) => decimal(line.net))).plus(adjusted);
  const subtotal = totals.withoutTax === null ? net : decimal(totals.withoutTax);
  const tax = totals.tax === null ? sumOf(lines.map(taxOfLine)) : decimal(totals.tax);
  const withheld =
    totals.withheld === null
      ? sumOf(lines.map(({ withholdings }) => taxOfLine({ taxes: withholdings })))
      : decimal(totals.withheld);
  const prepaid = valueOf(totals.prepaid);
  const rounding = valueOf(totals.rounding);
  const total =
    totals.total === null ? valueOf(totals.due).plus(prepaid).minus(rounding) : decimal(totals.total);
  return { subtotal, tax, withheld, prepaid, rounding, total, due: total.minus(prepaid).plus(rounding) };
};

const MOST_QUANTITY = decimal('999999999999');

const fitsQuantity = (text: string): boolean =>
  roundHalfUp(decimal(text).abs(), LINE_DECIMALS).lte(MOST_QUANTITY);

/** The first figure that no column holds: one that the document states, or one that is computed of them. */
const wrongFigure = (document: ReadDocument, currency: string): string | undefined => {
  const fits = (value: Decimal): boolean => fitsAmount(value, currency);
  const stated = figuresOf(document).find((text) => !AMOUNT.test(text) || !fits(decimal(text)));
  if (stated !== undefined) return stated;
  const { lines } = document;
  const many = lines.find(({ quantity }) => !fitsQuantity(quantity));
  if (many !== undefined) return many.quantity;
  const computed = [...Object.values(sumsOf(document)), ...lines.map(taxOfLine)].find(
    (value) => !fits(value),
  );
  return computed === undefined ? undefined : toText(computed);
};

/** Whether it is to be a credit note, as it calls itself, or the opposite because its total is below zero. */
export const isNote = (total: Decimal, asNote: boolean): boolean => isNegative(total) !== asNote;

/** A credit note of which more was refunded before than it credits claims money, and takes nothing off. */
const overRefunded = (document: ReadDocument, asNote: boolean): string | undefined => {
  const { total, due } = sumsOf(document);
  const claims = isNegative(total) ? isNegative(ZERO.minus(due)) : isNegative(due);
  return claims && isNote(total, asNote) ? toText(due) : undefined;
};

/** Why no bill, or `asNote` no credit note, can be made of it; nothing where one can. */
export const lackOf = (document: ReadDocument, asNote: boolean): readonly ReadingIssue[] => {
  const { currency, lines, totals } = document;
  const lacking = [
    ...(currency === null ? ['currency'] : []),
    ...(lines.length === 0 ? ['line_items'] : []),
    ...(totals.total === null && totals.due === null ? ['total'] : []),
  ];
  const issues = lacking.map((names) => issue('document_incomplete', { names }));
  if (currency === null) return issues;
  if (!isCurrency(currency)) return [...issues, issue('document_currency', { currency })];
  const value =
    wrongFigure(document, currency) ?? (issues.length === 0 ? overRefunded(document, asNote) : undefined);
  return value === undefined ? issues : [...issues, issue('document_figure', { value })];
};
