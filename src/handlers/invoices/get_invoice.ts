import { describeInTurns } from '../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../domain/documents/invoices/search.ts';
import { describeResponses } from '../../domain/documents/shared/responses.ts';
import { invoicePaymentItems } from '../../domain/documents/payments/items.ts';
import { handler } from '../handler.ts';

export const get_invoice = handler('get_invoice', async (ctx, params) => {
  const invoice = await getInvoice(ctx, params.invoice_id, 'invoice_id');
  const payments = await invoicePaymentItems(ctx, invoice.header);
  return {
    ...(await describeInTurns(ctx.entity, invoice, ctx, payments)),
    ...describeResponses(invoice.header),
  };
});
