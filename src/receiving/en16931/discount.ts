// What the allowances of a line take off.
import { decimal, isZero, sumOf, toText } from '../../base/money/decimal.ts';
import type { ReadAdjustment } from '../reading.ts';

/** Null where it has none. */
export const discountOf = (adjustments: readonly ReadAdjustment[]): string | null => {
  const off = sumOf(
    adjustments.filter(({ kind }) => kind === 'allowance').map(({ amount }) => decimal(amount)),
  );
  return isZero(off) ? null : toText(off);
};
