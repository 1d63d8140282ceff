// Money paid to a supplier on one bill.
import type { RecordBillPaymentParams } from '../../../../generated/tools/record_bill_payment.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { warnOfCancelled } from '../sat-status/status.ts';
import { isOwed } from '../shared/settle.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { type PaymentDayScope, requirePaymentDay } from './rate.ts';
import { payDocument } from './pay-document.ts';
import type { PaymentRecord } from './items.ts';

type PayScope = Parameters<typeof payDocument>[0] &
  PaymentDayScope &
  Warns<'bill_cancelled'> &
  Raises<'bill_not_found' | 'bill_not_payable' | 'bill_already_paid'>;

const AT = { path: 'bill_id' } as const;

export const recordBillPayment = async (
  ctx: PayScope,
  params: RecordBillPaymentParams,
): Promise<PaymentRecord> => {
  const bill = await lockDocument(ctx, 'bill', params.bill_id);
  if (bill?.kind !== 'bill') throw ctx.error('bill_not_found', { ...AT, received: params.bill_id });
  const { status, currency } = bill;
  if (!isOwed('bill', status)) throw ctx.error('bill_not_payable', { ...AT, status });
  if (bill.balance_minor <= 0) {
    throw ctx.error('bill_already_paid', {
      ...AT,
      total: minorToWire(bill.total_minor, currency),
      currency,
    });
  }
  const paid_on = asDay(params.paid_on ?? ctx.today);
  await requirePaymentDay(ctx, bill, paid_on, 'paid_on');
  const record = await payDocument(ctx, bill, { ...params, paid_on });
  await warnOfCancelled(ctx, [bill]);
  return record;
};
