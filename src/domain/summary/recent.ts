// The latest payments, from customers and to suppliers alike.
import { SERVICE } from '../../../generated/service.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import type { RecentPayment } from '../../../generated/types.ts';
import type { PaymentType } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import { minorToWire } from '../../base/money/amount.ts';
import type { ReadScope } from '../change/scope.ts';
import { withNames } from './names.ts';

const { summary_items: MAX_ITEMS } = SERVICE.limits;

/** By the day on which they were paid, latest first; of one day the one that was recorded last. */
export const readRecentPayments = async (ctx: ReadScope): Promise<readonly RecentPayment[]> =>
  withNames(
    ctx,
    [...(await latest(ctx, 'invoice_payment')), ...(await latest(ctx, 'bill_payment'))]
      .toSorted((a, b) => compare(b.date, a.date) || compare(timeOf(b), timeOf(a)))
      .slice(0, MAX_ITEMS),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Ids are in the order of time behind their prefix, which differs between the two types. */
const timeOf = ({ id }: Pick<RecentPayment, 'id'>): string => id.slice(id.indexOf('_'));

const latest = async (ctx: ReadScope, type: PaymentType) => {
  const rows = await scoped(ctx, 'payment')
    .select({ index: 'ix_payment_date' })
    .select(['payment.id', 'payment.paid_on', 'payment.amount_minor', 'payment.currency'])
    .select(['payment.payment_method', 'payment.counterparty_id'])
    .where('payment.type', '=', type)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(MAX_ITEMS)
    .execute();
  return rows.map((row) => ({
    object: type,
    id: row.id,
    date: row.paid_on,
    amount: minorToWire(row.amount_minor, row.currency),
    currency: row.currency,
    payment_method: row.payment_method,
    counterparty_id: row.counterparty_id as CounterpartyId,
  }));
};
