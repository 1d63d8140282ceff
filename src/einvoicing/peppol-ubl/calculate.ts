// EN 16931 arithmetic: each line is rounded to the currency (R120), the tax is taken on the sum of a rate (BR-CO-17).
import { roundToCurrency, toDecimal } from '../../base/money/amount.ts';
import { currencyDigits } from '../../base/money/currency.ts';
import { roundHalfUp, ZERO } from '../../base/money/decimal.ts';
import type { Raises } from '../../base/raises.ts';
import type { Draft, Totals } from '../regime.ts';
import { assembleTotals, lineTaxes, lineSubtotal, taxOn } from '../totals.ts';

/** EN 16931 allows at most two decimals, even for currencies with three (BR-DEC-*). */
export const documentDigits = (currency: string): number => Math.min(2, currencyDigits(currency));

export const calculate = (ctx: Raises<'amount_too_large'>, draft: Draft): Totals => {
  const digits = documentDigits(draft.currency);
  const lines = draft.lines.map((line, index) => {
    const subtotal = lineSubtotal(ctx, line, index, digits);
    // For display only: the document has no tax per line.
    const taxAmount = roundHalfUp(taxOn(subtotal, line.taxRate), digits);
    return {
      line,
      gross: subtotal,
      discountAmount: ZERO,
      subtotal,
      taxAmount,
      taxes: lineTaxes(line, subtotal, taxAmount),
    };
  });
  return assembleTotals(ctx, draft, lines, ({ rate }, base) =>
    roundToCurrency(roundHalfUp(taxOn(toDecimal(base), rate), digits), draft.currency),
  );
};
