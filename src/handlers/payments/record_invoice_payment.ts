import { warnOfComplement } from '../../domain/complements/warn.ts';
import { describeInvoicePayment } from '../../domain/payments/describe.ts';
import { recordInvoicePayment } from '../../domain/payments/record-invoice-payment.ts';
import { handler } from '../handler.ts';

export const record_invoice_payment = handler('record_invoice_payment', async (ctx, params) => {
  const record = await recordInvoicePayment(ctx, params);
  await warnOfComplement(ctx, record);
  return describeInvoicePayment(record, ctx);
});
