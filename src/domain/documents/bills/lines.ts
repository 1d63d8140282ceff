// The lines of a bill as its supplier wrote them; the tax of each line is taken as it stands on the bill.
import { say } from '../../../base/said.ts';
import type { BillLineInput } from '../../../../generated/types.ts';
import { LINE_DECIMALS, lineSubtotal } from '../../../einvoicing/totals.ts';
import { type LineError, type ReadLine, readLineText } from '../shared/line-text.ts';
import type { Amount } from '../../../base/money/amount.ts';
import type { Decimal } from '../../../base/money/decimal.ts';
import { readAmount } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';

export interface BillLineFacts extends ReadLine {
  readonly subtotal: Decimal;
  readonly tax: Amount;
}

export const readBillLines = (
  ctx: Raises<LineError | 'amount_too_large'>,
  given: readonly BillLineInput[],
  currency: string,
): readonly BillLineFacts[] =>
  given.map((line, index) => {
    const path = `line_items[${index}]`;
    const read = readLineText(ctx, line, path, say('demand_says_bought', {}));
    return {
      ...read,
      subtotal: lineSubtotal(ctx, read, index, LINE_DECIMALS),
      tax: readAmount(ctx, `${path}.tax_amount`, line.tax_amount, currency),
    };
  });
