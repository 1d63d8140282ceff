// Money in and out by month: what was recorded as paid by customers and to suppliers, per currency.
import type { PaymentObject } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { addDays, monthFrom, monthOf } from '../../../base/time/day.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { sumPaymentsByDay } from './store.ts';

export interface CashOfMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly inflow: number;
  readonly outflow: number;
}

export interface CashOfCurrency {
  readonly currency: string;
  /** Every month, also those without money, oldest first. */
  readonly months: readonly CashOfMonth[];
}

const MONTHS = 12;

/** The months up to the present one. */
export const cashByMonth = async (ctx: ReadScope): Promise<readonly CashOfCurrency[]> => {
  const firsts = [monthOf(ctx.today)];
  while (firsts.length < MONTHS) firsts.unshift(monthOf(addDays(firsts[0] ?? ctx.today, -1)));
  const [from = ctx.today] = firsts;
  const rows = await sumPaymentsByDay(ctx, from, monthFrom(addDays(monthOf(ctx.today), 1)));
  const sums = new Map<string, number>();
  for (const { paid_on, type, currency, amount } of rows) {
    const key = `${paid_on.slice(0, 7)} ${type} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(amount));
  }
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => ({
    currency,
    months: firsts.map((first) => {
      const month = first.slice(0, 7);
      const sum = (type: PaymentObject): number =>
        minorToWire(sums.get(`${month} ${type} ${currency}`) ?? 0, currency);
      return { month, inflow: sum('invoice_payment'), outflow: sum('bill_payment') };
    }),
  }));
};
