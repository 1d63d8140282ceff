// Credits an amount with tax: one line for each tax of the invoice, in proportion to what is left of it. Where rounding
// makes the total miss the amount, lines change by the least that their decimals allow until it is met.
import type { Steps } from '../../../base/load/turns.ts';
import { type Amount, toDecimal } from '../../../base/money/amount.ts';
import {
  decimalOfInteger,
  isPositive,
  roundHalfUp,
  sumOf,
  truncate,
  type Decimal,
} from '../../../base/money/decimal.ts';
import type { Totals } from '../../../einvoicing/regime.ts';
import type { TaxGroup } from './left.ts';
import { moveLine } from './plan-lines.ts';
import type { PlannedLine } from './request.ts';

export interface Part {
  readonly group: TaxGroup;
  /** Without tax. */
  readonly base: Decimal;
}

/** In proportion to what is left of each tax; all that is left, if `whole`. */
export const spreadOver = (
  groups: readonly TaxGroup[],
  { target, whole, decimals }: { target: Amount; whole: boolean; decimals: number },
): readonly Part[] => {
  const open = groups.filter(({ left }) => isPositive(left));
  const gross = sumOf(open.map(({ left, grossed }) => left.times(grossed)));
  if (!isPositive(gross)) return [];
  const share = toDecimal(target).div(gross);
  return open
    .map((group): Part => {
      const base = roundHalfUp(group.left.times(share), decimals);
      return { group, base: whole || base.gt(group.left) ? truncate(group.left, decimals) : base };
    })
    .filter(({ base }) => isPositive(base));
};

export interface Found {
  readonly lines: readonly PlannedLine[];
  readonly totals: Totals;
}

/** The credit notes whose totals come nearest to the amount from either side; `below` may meet it. */
export interface Nearest {
  readonly below: Found | undefined;
  readonly above: Found | undefined;
}

interface Search {
  readonly lines: readonly PlannedLine[];
  readonly target: Amount;
  readonly step: Decimal;
  readonly decimals: number;
  /** How much each line may still grow. */
  readonly room: readonly Decimal[];
  readonly calculate: (lines: readonly PlannedLine[]) => Totals;
}

/** So many steps the largest line moves to either side, and a second one. */
const STEPS = 30;
const STEPS_OF_SECOND = 4;

/** 0, -1, 1, -2, 2 … */
const offsets = (steps: number): number[] => [
  0,
  ...Array.from({ length: steps }, (_, n) => [-(n + 1), n + 1]).flat(),
];

export function* meetTotal({ lines, target, step, decimals, room, calculate }: Search): Steps<Nearest> {
  const [largest, second] = lines
    .map(({ line }, index) => ({ index, net: line.net ?? line.unitPrice }))
    .toSorted((a, b) => b.net.cmp(a.net))
    .map(({ index }) => index);
  const move = (index: number, by: Decimal): PlannedLine | undefined => {
    const planned = lines[index];
    if (planned === undefined || by.gt(room[index] ?? by)) return undefined;
    if (by.eq('0')) return planned;
    const line = moveLine(planned.line, by, decimals);
    return line === undefined ? undefined : { ...planned, line };
  };
  let below: Found | undefined;
  let above: Found | undefined;
  for (const [first, other] of moves(second !== undefined)) {
    yield;
    const changed = new Map([
      [largest, move(largest ?? 0, step.times(decimalOfInteger(first)))],
      ...(second === undefined
        ? []
        : ([[second, move(second, step.times(decimalOfInteger(other)))]] as const)),
    ]);
    if ([...changed.values()].includes(undefined)) continue;
    const moved = lines.map((line, index) => changed.get(index) ?? line);
    const found: Found = { lines: moved, totals: calculate(moved) };
    const { minor } = found.totals.total;
    if (minor === target.minor) return { below: found, above: found };
    if (minor < target.minor && minor > (below?.totals.total.minor ?? 0)) below = found;
    if (minor > target.minor && minor < (above?.totals.total.minor ?? Infinity)) above = found;
  }
  return { below, above };
}

/** By how many steps the largest line moves and the second, nearest first. */
const moves = (hasSecond: boolean): readonly (readonly [number, number])[] => [
  ...offsets(STEPS).map((first) => [first, 0] as const),
  ...(hasSecond
    ? offsets(STEPS_OF_SECOND)
        .slice(1)
        .flatMap((other) => offsets(STEPS_OF_SECOND).map((first) => [first, other] as const))
    : []),
];
