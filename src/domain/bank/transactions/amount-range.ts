// Converts a filter's amounts in major units to ranges in minor units, one per number of decimals among the
// currencies of the accounts.
import { currencyDigits } from '../../../base/money/currency.ts';
import { type Decimal, decimal, roundUp, toNumber, truncate } from '../../../base/money/decimal.ts';
import { readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';

export interface AmountFilter {
  readonly amount_min?: number | undefined;
  readonly amount_max?: number | undefined;
}

export interface MinorRange {
  /** The currencies that share these decimals. */
  readonly currencies: readonly string[];
  readonly from: number | null;
  readonly to: number | null;
}

/** None if the filter has no amount. */
export const amountRanges = (
  ctx: Raises<'too_many_decimals'>,
  { amount_min, amount_max }: AmountFilter,
  currencies: readonly string[],
): readonly MinorRange[] => {
  if (amount_min === undefined && amount_max === undefined) return [];
  const most = Math.max(...currencies.map(currencyDigits));
  const read = (path: string, value: number | undefined): Decimal | undefined =>
    value === undefined ? undefined : readDecimal(ctx, path, value, most);
  const min = read('amount_min', amount_min);
  const max = read('amount_max', amount_max);
  return [...new Set(currencies.map(currencyDigits))].map((digits) => {
    const unit = decimal(`1e${digits}`);
    return {
      currencies: currencies.filter((code) => currencyDigits(code) === digits),
      // An amount between two minor units matches nothing.
      from: min === undefined ? null : toNumber(roundUp(min.times(unit), 0)),
      to: max === undefined ? null : toNumber(truncate(max.times(unit), 0)),
    };
  });
};
