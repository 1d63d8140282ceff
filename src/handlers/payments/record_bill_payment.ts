import { describeBillPayment } from '../../domain/documents/payments/describe.ts';
import { recordBillPayment } from '../../domain/documents/payments/record-bill-payment.ts';
import { handler } from '../handler.ts';

export const record_bill_payment = handler('record_bill_payment', async (ctx, params) =>
  describeBillPayment(await recordBillPayment(ctx, params), ctx),
);
