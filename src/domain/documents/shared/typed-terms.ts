// Periods and discounts as somebody types them, on invoices and on bills.
import type { DiscountInput, PeriodInput } from '../../../../generated/types.ts';
import { toDecimal } from '../../../base/money/amount.ts';
import { readAmount, readDecimal } from '../../../base/money/wire.ts';
import type { Raises } from '../../../base/raises.ts';
import { because, say } from '../../../base/said.ts';
import { asDay } from '../../../base/time/day.ts';
import type { Discount, Period } from '../../../einvoicing/terms.ts';
import type { LineError } from './line-text.ts';

/** Percentages are given with at most this many decimals. */
export const PERCENT_DECIMALS = 4;

/** Null where none was given. */
export const readPeriod = (
  ctx: Raises<LineError>,
  path: string,
  period: PeriodInput | undefined,
): Period | null => {
  if (period === undefined) return null;
  const { from, to } = period;
  if (to < from) {
    throw ctx.error('invalid_parameter', {
      path,
      ...because(say('demand_period', {})),
      received: `${from} to ${to}`,
      hint: `Did you mean ${to} to ${from}?`,
    });
  }
  return { from: asDay(from), to: asDay(to) };
};

/** In percent or as an amount, never both. */
export const readDiscount = (
  ctx: Raises<LineError | 'amount_too_large'>,
  path: string,
  { percent, amount }: DiscountInput,
  currency: string,
): Discount => {
  if ((percent === undefined) === (amount === undefined)) {
    const received = percent === undefined ? 'neither' : 'both';
    const [reason, hint] = ['needs either percent or amount', 'Give one of percent and amount.'];
    throw ctx.error('invalid_parameter', { path, reason, received, hint });
  }
  if (percent !== undefined)
    return { percent: readDecimal(ctx, `${path}.percent`, percent, PERCENT_DECIMALS) };
  return { amount: toDecimal(readAmount(ctx, `${path}.amount`, amount ?? 0, currency)) };
};
