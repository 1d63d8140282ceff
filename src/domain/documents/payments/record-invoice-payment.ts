// Money received from a customer on one filed invoice.
import type { RecordInvoicePaymentParams } from '../../../../generated/tools/record_invoice_payment.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { isOwed } from '../shared/settle.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Raises } from '../../../base/raises.ts';
import { asDay } from '../../../base/time/day.ts';
import { type PaymentDayScope, requirePaymentDay } from './rate.ts';
import { payDocument } from './pay-document.ts';
import type { PaymentRecord } from './items.ts';

type PayScope = Parameters<typeof payDocument>[0] &
  PaymentDayScope &
  Raises<'invoice_not_found' | 'invoice_not_payable' | 'invoice_already_paid'>;

const AT = { path: 'invoice_id' } as const;

export const recordInvoicePayment = async (
  ctx: PayScope,
  params: RecordInvoicePaymentParams,
): Promise<PaymentRecord> => {
  const invoice = await lockDocument(ctx, 'invoice', params.invoice_id);
  if (invoice?.kind !== 'invoice')
    throw ctx.error('invoice_not_found', { ...AT, received: params.invoice_id });
  const { status, currency } = invoice;
  if (!isOwed('invoice', status)) throw ctx.error('invoice_not_payable', { ...AT, status });
  if (invoice.balance_minor <= 0) {
    throw ctx.error('invoice_already_paid', {
      ...AT,
      total: minorToWire(invoice.total_minor, currency),
      currency,
    });
  }
  const paid_on = asDay(params.payment_date ?? ctx.today);
  await requirePaymentDay(ctx, invoice, paid_on, 'payment_date');
  return payDocument(ctx, invoice, {
    ...params,
    paid_on,
    reference: params.reference_number,
  });
};
