// CFDI 4.0 arithmetic as a PAC checks it: lines keep six decimals, the header rounds their sums (CFDI40108, 40215,
// 40221). The tax of the header is the rounded sum of the tax of the lines, not 16 % of the rounded subtotal.
import { add, subtract, toDecimal, zero, type Amount } from '../../base/money/amount.ts';
import { roundHalfUp, sumOf, toText, type Decimal } from '../../base/money/decimal.ts';
import type { Raises } from '../../base/raises.ts';
import type { Draft, DraftLine, LineTaxRule, LineTotals, TaxRow, Totals, WithholdingRow } from '../regime.ts';
import type { Discount, LineTax } from '../terms.ts';
import { headerSum, LINE_DECIMALS, lineSubtotal, netOf, taxOn } from '../totals.ts';
import { TAX_CODES } from './codes.ts';

type Ctx = Raises<'amount_too_large'>;

export const calculate = (ctx: Ctx, draft: Draft): Totals => {
  const { currency } = draft;
  const lines = draft.lines.map((line, index) => calculateLine(ctx, line, index));
  const header = (values: readonly Decimal[]): Amount => headerSum(ctx, currency, values);
  const taxes = lines.flatMap((line) => line.taxes);
  const breakdown = summarise(
    taxes.filter((tax) => !tax.withheld),
    header,
  );
  const withholdings = retain(
    taxes.filter((tax) => tax.withheld),
    header,
  );
  const discount = header(lines.map(({ discountAmount }) => discountAmount));
  const subtotal = subtract(header(lines.map(({ gross }) => gross)), discount);
  const tax = header(breakdown.map(({ amount }) => toDecimal(amount)));
  const withheld = header(withholdings.map(({ amount }) => toDecimal(amount)));
  const total = subtract(header([toDecimal(subtotal), toDecimal(tax)]), withheld);
  return {
    lines,
    breakdown,
    withholdings,
    allowances: [],
    discount,
    lineTotal: subtotal,
    subtotal,
    tax,
    withheld,
    total,
  };
};

const discountOn = (discount: Discount, gross: Decimal): Decimal =>
  'percent' in discount ? roundHalfUp(taxOn(gross, discount.percent), LINE_DECIMALS) : discount.amount;

const calculateLine = (ctx: Ctx, line: DraftLine, index: number): LineTotals => {
  const { gross, discountAmount } = netOf(line, lineSubtotal(ctx, line, index, LINE_DECIMALS), discountOn);
  const subtotal = gross.minus(discountAmount);
  const taxes = taxesOn(subtotal, line.taxRules);
  const taxAmount = sumOf(taxes.filter((tax) => !tax.withheld).map(({ amount }) => amount));
  return { gross, discountAmount, subtotal, taxAmount, taxes };
};

/** Excise belongs to the base of the value added tax (LIVA 12, 18), and so to that of what is retained of it. */
const taxesOn = (subtotal: Decimal, rules: readonly LineTaxRule[]): readonly LineTax[] => {
  const excise = rules.filter(({ category }) => category === TAX_CODES.IEPS);
  const passedOn = sumOf(excise.map((rule) => applyRule(rule, subtotal).amount));
  return rules.map((rule) =>
    applyRule(rule, rule.category === TAX_CODES.IVA ? subtotal.plus(passedOn) : subtotal),
  );
};

const applyRule = ({ quantity, ...rule }: LineTaxRule, value: Decimal): LineTax => {
  const base = quantity ?? value;
  const exact = rule.factor === 'quota' ? base.times(rule.rate) : taxOn(base, rule.rate);
  return { ...rule, base, amount: roundHalfUp(exact, LINE_DECIMALS) };
};

type Header = (values: readonly Decimal[]) => Amount;

/** In order of first appearance. */
const groupBy = (taxes: readonly LineTax[], key: (tax: LineTax) => string) => {
  const groups = new Map<string, LineTax[]>();
  for (const tax of taxes) {
    const name = key(tax);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [tax]);
    else group.push(tax);
  }
  return [...groups.values()];
};

const toRow = (group: readonly LineTax[], header: Header): TaxRow[] =>
  group.slice(0, 1).map(({ tax, category, factor, rate }) => ({
    tax,
    category,
    factor,
    rate,
    base: header(group.map(({ base }) => base)),
    amount: header(group.map(({ amount }) => amount)),
  }));

const rateKey = ({ category, factor, rate }: LineTax): string => `${category} ${factor} ${toText(rate)}`;

const summarise = (taxes: readonly LineTax[], header: Header): readonly TaxRow[] =>
  groupBy(taxes, rateKey).flatMap((group) => toRow(group, header));

/** A CFDI rounds what is retained of a tax at all rates together (CFDI40211); the last rate takes the difference. */
const retain = (taxes: readonly LineTax[], header: Header): readonly WithholdingRow[] =>
  groupBy(taxes, ({ category }) => category).flatMap((ofTax) => {
    const rows = groupBy(ofTax, rateKey).flatMap((group) => toRow(group, header));
    const whole = header(ofTax.map(({ amount }) => amount));
    return rows.map(({ factor: _factor, ...row }, index) => {
      if (index < rows.length - 1) return row;
      const others = rows
        .slice(0, -1)
        .reduce((total, { amount }) => add(total, amount), zero(whole.currency));
      return { ...row, amount: subtract(whole, others) };
    });
  });
