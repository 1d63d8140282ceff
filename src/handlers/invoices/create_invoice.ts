import { createInvoice } from '../../domain/invoices/create.ts';
import { describeInvoice } from '../../domain/invoices/describe.ts';
import { handler } from '../handler.ts';

export const create_invoice = handler('create_invoice', async (ctx, params) => {
  const invoice = await createInvoice(ctx, params);
  return describeInvoice(ctx.entity, invoice, ctx);
});
