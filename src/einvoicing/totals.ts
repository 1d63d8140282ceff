// Arithmetic that both regimes share; they differ in where they round.
import { SERVICE } from '../../generated/service.ts';
import { fitsAmount, roundToCurrency, type Amount } from '../base/money/amount.ts';
import { decimal, roundHalfUp, sumOf, toText, type Decimal } from '../base/money/decimal.ts';
import type { Raises } from '../base/raises.ts';
import type { DraftLine, LineTotals } from './regime.ts';
import type { LineTax } from './terms.ts';

/** Lines are stored and filed with at most this many decimals. */
export const LINE_DECIMALS = 6;

const MAX_LINE_AMOUNT = decimal(SERVICE.limits.max_amount);

const HUNDRED = decimal('100');

/** The tax on a base at a rate in percent, not yet rounded. */
export const taxOn = (base: Decimal, percent: Decimal): Decimal => base.times(percent).div(HUNDRED);

/** Quantity times price, half up. */
export const lineSubtotal = (
  ctx: Raises<'amount_too_large'>,
  line: Pick<DraftLine, 'quantity' | 'unitPrice'>,
  index: number,
  decimals: number,
): Decimal => {
  const subtotal = roundHalfUp(line.quantity.times(line.unitPrice), decimals);
  const largest = subtotal.gt(line.unitPrice) ? subtotal : line.unitPrice;
  if (largest.gt(MAX_LINE_AMOUNT)) {
    throw ctx.error('amount_too_large', {
      path: `line_items[${index}].unit_price`,
      received: toText(largest),
    });
  }
  return subtotal;
};

export interface CalculatedLine extends LineTotals {
  readonly line: DraftLine;
}

/** The taxes of a line that has one tax at most. */
export const lineTaxes = (
  { taxRules }: Pick<DraftLine, 'taxRules'>,
  base: Decimal,
  amount: Decimal,
): readonly LineTax[] => taxRules.map(({ quantity: _quantity, ...rule }) => ({ ...rule, base, amount }));

/** The sum, rounded to the currency; one that is too large to store is refused. */
export const headerSum = (
  ctx: Raises<'amount_too_large'>,
  currency: string,
  values: readonly Decimal[],
): Amount => {
  const total = sumOf(values);
  if (!fitsAmount(total, currency)) {
    throw ctx.error('amount_too_large', { path: 'line_items', received: toText(total) });
  }
  return roundToCurrency(total, currency);
};

/** Whether a header amount is the exact value rounded to its currency. */
export const headerEquals = (header: Amount, exact: Decimal): boolean =>
  fitsAmount(exact, header.currency) && roundToCurrency(exact, header.currency).minor === header.minor;
