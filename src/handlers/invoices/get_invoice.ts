import { describeInTurns } from '../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../domain/documents/invoices/search.ts';
import { invoicePaymentItems } from '../../domain/documents/payments/items.ts';
import { handler } from '../handler.ts';

export const get_invoice = handler('get_invoice', async (ctx, params) => {
  const invoice = await getInvoice(ctx, params.invoice_id, 'invoice_id');
  return describeInTurns(ctx.entity, invoice, ctx, await invoicePaymentItems(ctx, invoice.header));
});
