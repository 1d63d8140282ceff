// Arithmetic that both regimes share; they differ in where they round.
import { SERVICE } from '../../generated/service.ts';
import { fitsAmount, roundToCurrency, type Amount } from '../base/money/amount.ts';
import { decimal, roundHalfUp, sumOf, toText, type Decimal, ZERO } from '../base/money/decimal.ts';
import type { Raises } from '../base/raises.ts';
import type { DraftLine, LineTotals } from './regime.ts';
import type { Discount, LineTax } from './terms.ts';

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

/**
 * What a line costs before and after its discount. One with a net amount of its own bears the difference as discount; one
 * without a discount has it in its amount, which may differ from quantity times price by as much as rounding makes
 * (PEPPOL-EN16931-R120, CFDI40167).
 */
export const netOf = (
  { discount, net }: Pick<DraftLine, 'discount' | 'net'>,
  gross: Decimal,
  discountOn: (discount: Discount, gross: Decimal) => Decimal,
): { readonly gross: Decimal; readonly discountAmount: Decimal } => {
  if (discount === null) return { gross: net ?? gross, discountAmount: ZERO };
  if (net === undefined) return { gross, discountAmount: discountOn(discount, gross) };
  return net.gt(gross) ? { gross: net, discountAmount: ZERO } : { gross, discountAmount: gross.minus(net) };
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
