import { createInvoice } from '../../domain/documents/invoices/issue.ts';
import { describeInTurns } from '../../domain/documents/invoices/describe.ts';
import { handler } from '../handler.ts';

export const create_invoice = handler('create_invoice', async (ctx, params) => {
  const invoice = await createInvoice(ctx, params);
  return describeInTurns(ctx.entity, invoice, ctx);
});
