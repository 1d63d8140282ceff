// EN 16931 arithmetic: each line is rounded to the currency (R120), allowances and charges of the whole are spread over
// the tax categories, and the tax is taken on the sum of a rate (BR-CO-17).
import { roundToCurrency, toDecimal, zero, type Amount } from '../../base/money/amount.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { decimal, isZero, roundHalfUp, sumOf, ZERO, type Decimal } from '../../base/money/decimal.ts';
import type { Raises } from '../../base/raises.ts';
import type { DocumentAllowance, Draft, DraftLine, TaxRow, Totals } from '../regime.ts';
import { taxName } from '../tax-rates.ts';
import { type CalculatedLine, headerSum, lineSubtotal, lineTaxes, netOf, taxOn } from '../totals.ts';
import { discountOn, groupLines, spreadAllowances } from './allowances.ts';

/** EN 16931 allows at most two decimals, even for currencies with three (BR-DEC-*). */
export const documentDigits = (currency: string): number => Math.min(2, currencyDigits(currency));

type Ctx = Raises<'amount_too_large'>;

const calculateLine = (ctx: Ctx, line: DraftLine, index: number, digits: number): CalculatedLine => {
  const { gross, discountAmount } = netOf(line, lineSubtotal(ctx, line, index, digits), (discount, of) =>
    discountOn(discount, of, digits),
  );
  const subtotal = gross.minus(discountAmount);
  // For display only: the document has no tax per line.
  const taxAmount = roundHalfUp(taxOn(subtotal, line.taxRate), digits);
  return {
    line,
    gross,
    discountAmount,
    subtotal,
    taxAmount,
    taxes: lineTaxes(line, subtotal, taxAmount),
  };
};

/** Allowances count below zero. */
export const signed = ({ charge, amount }: DocumentAllowance): Decimal =>
  charge ? toDecimal(amount) : ZERO.minus(toDecimal(amount));

export const calculate = (ctx: Ctx, draft: Draft): Totals => {
  const { currency, seller, terms } = draft;
  const digits = documentDigits(currency);
  const header = (values: readonly Decimal[]): Amount => headerSum(ctx, currency, values);
  const lines = draft.lines.map((line, index) => calculateLine(ctx, line, index, digits));
  const lineTotal = header(lines.map((line) => line.subtotal));
  const groups = groupLines(lines);
  // What is too large to store is refused before allowances and charges are taken of it.
  for (const { base } of groups) header([base]);
  const allowances = draft.allowances ?? spreadAllowances(terms, groups, { currency, digits });
  const breakdown = groups.map(({ category, rate, base: ofLines }): TaxRow => {
    const own = allowances.filter((each) => each.category === category && each.rate.eq(rate));
    const base = header([ofLines, ...own.map(signed)]);
    const amount = roundToCurrency(roundHalfUp(taxOn(toDecimal(base), rate), digits), currency);
    return { tax: taxName(seller.country_code), category, factor: 'rate', rate, base, amount };
  });
  const subtotal = header([toDecimal(lineTotal), ...allowances.map(signed)]);
  const tax = header(breakdown.map((row) => toDecimal(row.amount)));
  const paid = ZERO.minus(terms.prepaid ?? ZERO);
  return {
    lines: lines.map(({ line: _line, ...totals }) => totals),
    breakdown,
    withholdings: [],
    allowances,
    discount: header(lines.map(({ discountAmount }) => discountAmount)),
    lineTotal,
    subtotal,
    tax,
    withheld: zero(currency),
    total: header([toDecimal(subtotal), toDecimal(tax), paid]),
  };
};

/** With tax, before what has been paid (BT-112). */
export const grossOf = ({ subtotal, tax }: Pick<Totals, 'subtotal' | 'tax'>): Decimal =>
  sumOf([toDecimal(subtotal), toDecimal(tax)]);

const CENT = decimal('0.01');
const BELOW = decimal('1');

/** Whether the tax of a row is its base times its rate, within what the published rule allows (BR-CO-17). */
export const isTaxWithin = ({ base, rate, amount }: Pick<TaxRow, 'base' | 'rate' | 'amount'>): boolean =>
  toDecimal(amount)
    .minus(roundHalfUp(taxOn(toDecimal(base), rate), 2))
    .abs()
    .lt(isZero(rate) ? CENT : BELOW);
