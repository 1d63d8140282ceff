import { warnOfComplement } from '../../domain/documents/complements/warn.ts';
import { describeInvoicePayment } from '../../domain/documents/payments/describe.ts';
import { recordInvoicePayment } from '../../domain/documents/payments/record-invoice-payment.ts';
import { handler } from '../handler.ts';

export const record_invoice_payment = handler('record_invoice_payment', async (ctx, params) => {
  const record = await recordInvoicePayment(ctx, params);
  await warnOfComplement(ctx, record);
  return describeInvoicePayment(record, ctx);
});
