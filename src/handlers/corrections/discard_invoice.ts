import { discardDraft } from '../../domain/filing/discard.ts';
import { describeInvoice } from '../../domain/invoices/describe.ts';
import { getInvoice } from '../../domain/invoices/get.ts';
import { handler } from '../handler.ts';

export const discard_invoice = handler('discard_invoice', async (ctx, { invoice_id }) => {
  const discarded = describeInvoice(ctx.entity, await getInvoice(ctx, invoice_id, 'invoice_id'), ctx);
  await discardDraft(ctx, invoice_id);
  return discarded;
});
