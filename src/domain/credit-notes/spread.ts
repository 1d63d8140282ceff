// Credits an amount with tax: one line for each tax of the invoice, in proportion to what is left of it.
import { type Amount, toDecimal } from '../../base/money/amount.ts';
import { decimal, isPositive, roundHalfUp, sumOf, type Decimal } from '../../base/money/decimal.ts';
import type { Totals } from '../../einvoicing/regime.ts';
import type { TaxGroup } from './left.ts';

export interface Part {
  readonly group: TaxGroup;
  /** Without tax. */
  readonly base: Decimal;
}

export interface Spread {
  readonly parts: readonly Part[];
  readonly totals: Totals;
}

interface SpreadFacts {
  readonly groups: readonly TaxGroup[];
  readonly target: Amount;
  /** All that is left is credited, so the bases are exactly what is left. */
  readonly whole: boolean;
  /** Of a line's amount. */
  readonly decimals: number;
  readonly calculate: (parts: readonly Part[]) => Totals;
}

/** Where rounding makes the total miss the amount, the largest base moves by up to a few of these. */
const STEPS = 12;

export const spreadAmount = ({ groups, target, whole, decimals, calculate }: SpreadFacts): Spread => {
  const open = groups.filter(({ left }) => isPositive(left));
  const gross = sumOf(open.map(({ left, grossed }) => left.times(grossed)));
  const share = toDecimal(target).div(gross);
  const parts = open
    .map((group): Part => {
      const base = roundHalfUp(group.left.times(share), decimals);
      return { group, base: whole || base.gt(group.left) ? group.left : base };
    })
    .filter(({ base }) => isPositive(base));
  const step = decimal(decimals > 2 ? '0.0025' : '0.01');
  let best: Spread | undefined;
  for (const offset of offsets()) {
    const moved = moveLargest(parts, step.times(decimal(String(offset))));
    if (moved === undefined) continue;
    const found: Spread = { parts: moved, totals: calculate(moved) };
    if (found.totals.total.minor === target.minor) return found;
    if (found.totals.total.minor > target.minor) continue;
    if (best === undefined || found.totals.total.minor > best.totals.total.minor) best = found;
  }
  if (best === undefined) throw new Error('no credit note of this amount can be calculated');
  return best;
};

/** 0, -1, 1, -2, 2 … */
const offsets = (): number[] => [0, ...Array.from({ length: STEPS }, (_, n) => [-(n + 1), n + 1]).flat()];

const moveLargest = (parts: readonly Part[], by: Decimal): readonly Part[] | undefined => {
  const largest = parts.toSorted((a, b) => b.base.cmp(a.base))[0];
  if (largest === undefined) return undefined;
  const base = largest.base.plus(by);
  if (!isPositive(base) || base.gt(largest.group.left)) return undefined;
  return parts.map((part) => (part === largest ? { ...part, base } : part));
};
