// Allowances and charges on a whole document (BG-20, BG-21). Each has one VAT category and rate, so one that the seller
// gives is spread over the groups of the lines, to the cent.
import { roundToCurrency } from '../../base/money/amount.ts';
import {
  decimal,
  isZero,
  roundHalfUp,
  sumOf,
  truncate,
  ZERO,
  type Decimal,
} from '../../base/money/decimal.ts';
import type { DocumentAllowance, DraftLine } from '../regime.ts';
import type { Allowance, Discount, Terms } from '../terms.ts';
import { taxOn } from '../totals.ts';

/** By how much an amount may differ from its base times its percentage (PEPPOL-EN16931-R040). */
const SLACK = decimal('0.02');

/** A percentage is written only beside a base from which the amount follows. */
export const percentOf = (discount: Discount, base: Decimal, amount: Decimal): Decimal | null =>
  'percent' in discount && taxOn(base, discount.percent).minus(amount).abs().lte(SLACK)
    ? discount.percent
    : null;

/** The amount of a discount on a base, rounded to the digits of the currency. */
export const discountOn = (discount: Discount, base: Decimal, digits: number): Decimal =>
  roundHalfUp('percent' in discount ? taxOn(base, discount.percent) : discount.amount, digits);

/** Shares in proportion to the weights; what rounding leaves goes to those that it has cut most. */
export const spread = (total: Decimal, weights: readonly Decimal[], digits: number): readonly Decimal[] => {
  const sum = sumOf(weights);
  if (isZero(sum)) return weights.map((_, index) => (index === 0 ? total : ZERO));
  const unit = decimal('1').div(decimal('10').pow(digits));
  const exact = weights.map((weight) => total.times(weight).div(sum));
  const shares = exact.map((share) => truncate(share, digits));
  let left = total.minus(sumOf(shares));
  const cut = exact.map((share, index) => ({ index, by: share.minus(shares[index] ?? ZERO) }));
  for (const { index } of cut.toSorted((one, other) => other.by.cmp(one.by))) {
    if (left.lt(unit)) break;
    shares[index] = (shares[index] ?? ZERO).plus(unit);
    left = left.minus(unit);
  }
  return shares;
};

/** The lines of one tax category and rate. */
interface Group {
  readonly category: string;
  readonly rate: Decimal;
  readonly base: Decimal;
}

interface GroupedLine {
  readonly line: DraftLine;
  readonly subtotal: Decimal;
}

export const groupLines = (lines: readonly GroupedLine[]): readonly Group[] => {
  const groups: Group[] = [];
  for (const { line, subtotal } of lines) {
    const { taxCategory: category, taxRate: rate } = line;
    if (category === null) continue;
    const index = groups.findIndex((group) => group.category === category && group.rate.eq(rate));
    const found = groups[index];
    if (found === undefined) groups.push({ category, rate, base: subtotal });
    else groups[index] = { ...found, base: found.base.plus(subtotal) };
  }
  return groups;
};

/** Allowances are spread over what the earlier ones have left, so that no base falls below zero. */
export const spreadAllowances = (
  { allowances, charges }: Pick<Terms, 'allowances' | 'charges'>,
  groups: readonly Group[],
  { currency, digits }: { readonly currency: string; readonly digits: number },
): readonly DocumentAllowance[] => {
  const whole = sumOf(groups.map(({ base }) => base));
  let left = groups.map(({ base }) => base);
  const spreadOne = ({ discount, reason }: Allowance, charge: boolean): DocumentAllowance[] => {
    const weights = charge ? groups.map(({ base }) => base) : left;
    const shares = spread(discountOn(discount, whole, digits), weights, digits);
    if (!charge) left = left.map((base, index) => base.minus(shares[index] ?? ZERO));
    return groups.flatMap(({ category, rate, base }, index) => {
      const amount = shares[index] ?? ZERO;
      if (isZero(amount)) return [];
      const percent = percentOf(discount, base, amount);
      return {
        charge,
        amount: roundToCurrency(amount, currency),
        percent,
        base: percent === null ? null : roundToCurrency(base, currency),
        reason,
        category,
        rate,
      };
    });
  };
  return [
    ...allowances.flatMap((allowance) => spreadOne(allowance, false)),
    ...charges.flatMap((charge) => spreadOne(charge, true)),
  ];
};
