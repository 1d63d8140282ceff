// What becomes of a line that one document takes and that is not its balance. A little more is a difference; much more
// is credit of the customer, or overpays the bill. Less is a part payment, unless the suggestion that is confirmed says
// that it is a difference.
import { amount, roundToCurrency, toDecimal } from '../../../base/money/amount.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { differenceLimit } from './describe.ts';
import type { Asked } from './allocations.ts';

/** `suggested`: the difference of the suggestion that is being confirmed, 0 without one. */
export const fitBalance = async (
  ctx: ReadScope,
  line: BankLine,
  { parts, rate }: Asked,
  suggested: number,
): Promise<Asked> => {
  const [part] = parts;
  if (part === undefined || parts.length > 1) throw new Error('one document takes the whole line');
  const { document, document_minor } = part;
  const { balance_minor, kind, currency } = document;
  const whole = (line_minor: number, difference_minor = 0): Asked => ({
    rate,
    parts: [{ ...part, line_minor, document_minor: balance_minor, difference_minor }],
  });
  const asIs: Asked = { rate, parts };
  if (rate !== null) {
    if (kind === 'bill' || document_minor <= balance_minor) return asIs;
    const worth = toDecimal(amount(balance_minor, currency)).div(rate.rate);
    return whole(Math.max(1, roundToCurrency(worth, line.currency).minor));
  }
  const over = line.amount_minor - balance_minor;
  if (over === 0 || (over < 0 && over !== suggested)) return asIs;
  if (Math.abs(over) <= (await differenceLimit(ctx, line.currency))) return whole(balance_minor, over);
  return over > 0 && kind === 'invoice' ? whole(balance_minor) : asIs;
};
