// CFDI 4.0 arithmetic as a PAC checks it: lines keep six decimals, the header rounds their sums (CFDI40108, 40215,
// 40221). The tax of the header is the rounded sum of the tax of the lines, not 16 % of the rounded subtotal.
import { roundHalfUp, ZERO } from '../../base/money/decimal.ts';
import type { Raises } from '../../base/raises.ts';
import type { Draft, DraftLine, Totals } from '../regime.ts';
import { assembleTotals, lineTaxes, headerSum, LINE_DECIMALS, lineSubtotal, taxOn } from '../totals.ts';

export const calculate = (ctx: Raises<'amount_too_large'>, draft: Draft): Totals => {
  const lines = draft.lines.map((line: DraftLine, index) => {
    const subtotal = lineSubtotal(ctx, line, index, LINE_DECIMALS);
    const taxed = line.taxCategory !== null;
    const taxAmount = taxed ? roundHalfUp(taxOn(subtotal, line.taxRate), LINE_DECIMALS) : ZERO;
    return {
      line,
      gross: subtotal,
      discountAmount: ZERO,
      subtotal,
      taxAmount,
      taxes: lineTaxes(line, subtotal, taxAmount),
    };
  });
  return assembleTotals(ctx, draft, lines, (group) =>
    headerSum(
      ctx,
      draft.currency,
      group.lines.map(({ taxAmount }) => taxAmount),
    ),
  );
};
