import type { CurrencyAmount } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';

/** Sums of rows by currency, those that come to nothing left out. */
export const amountsOf = <R extends { readonly currency: string }>(
  rows: readonly R[],
  minorOf: (row: R) => number,
): CurrencyAmount[] => {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0) + minorOf(row));
  return [...sums]
    .filter(([, minor]) => minor !== 0)
    .map(([currency, minor]) => ({ currency, amount: minorToWire(minor, currency) }));
};
