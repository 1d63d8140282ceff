// Allowances and charges on a whole bill, as somebody types them.
import type { BillAdjustmentInput } from '../../../../generated/types.ts';
import type { BillAdjustment } from '../../../db/stated-bills.ts';
import { amountText, toDecimal } from '../../../base/money/amount.ts';
import { type Decimal, isNegative, sumOf, toText, ZERO } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import { because, say } from '../../../base/said.ts';
import { textOrNull } from '../shared/line-text.ts';
import type { BillLineFacts } from './read-lines.ts';
import { type BillScope, type BillTaxRaises, readTax, type StatedTax } from './read-tax.ts';

export interface AdjustmentsInput {
  readonly allowances?: readonly BillAdjustmentInput[] | undefined;
  readonly charges?: readonly BillAdjustmentInput[] | undefined;
}

export interface BillAdjustmentFacts extends Omit<StatedTax, 'of'> {
  readonly path: string;
  readonly stated: BillAdjustment;
  /** What it adds to the bill and to its tax; an allowance takes off. */
  readonly adds: { readonly net: Decimal; readonly tax: Decimal };
}

/** Allowances first. Together they may not make the lines, or their tax, less than nothing. */
export const readAdjustments = (
  ctx: BillTaxRaises,
  { allowances = [], charges = [] }: AdjustmentsInput,
  lines: readonly BillLineFacts[],
  scope: BillScope,
): readonly BillAdjustmentFacts[] => {
  const read = [
    ...allowances.map((each, index) =>
      readOne(ctx, each, { path: `allowances[${index}]`, charge: false }, scope),
    ),
    ...charges.map((each, index) => readOne(ctx, each, { path: `charges[${index}]`, charge: true }, scope)),
  ];
  requireLess(
    ctx,
    'More is taken off than the bill costs; check the amounts on the bill.',
    lines.map(({ subtotal }) => subtotal),
    read.map(({ adds }) => adds.net),
  );
  requireLess(
    ctx,
    'This is their tax, and more than that of lines and charges; check the taxes on the bill.',
    lines.map(({ tax }) => toDecimal(tax)),
    read.map(({ adds }) => adds.tax),
  );
  return read;
};

interface Which {
  readonly path: string;
  readonly charge: boolean;
}

const readOne = (
  ctx: BillTaxRaises,
  given: BillAdjustmentInput,
  { path, charge }: Which,
  scope: BillScope,
): BillAdjustmentFacts => {
  const minor = readAmount(ctx, `${path}.amount`, given.amount, scope.currency);
  const net = toDecimal(minor);
  const { of, ...tax } = readTax(ctx, given, path, net, scope);
  const signed = (value: Decimal): Decimal => (charge ? value : ZERO.minus(value));
  return {
    ...tax,
    path,
    stated: {
      charge,
      amount: amountText(minor),
      base: null,
      percent: null,
      reason: textOrNull(given.reason),
      reason_code: null,
      tax: of,
    },
    adds: { net: signed(net), tax: signed(toDecimal(tax.tax)) },
  };
};

const requireLess = (
  ctx: BillTaxRaises,
  hint: string,
  lines: readonly Decimal[],
  adjustments: readonly Decimal[],
): void => {
  const taken = ZERO.minus(sumOf(adjustments.filter(isNegative)));
  const whole = sumOf([...lines, ...adjustments.filter((each) => !isNegative(each))]);
  if (taken.lte(whole)) return;
  throw ctx.error('invalid_parameter', {
    path: 'allowances',
    ...because(say('demand_most', { limit: toText(whole) })),
    received: toText(taken),
    hint,
  });
};
