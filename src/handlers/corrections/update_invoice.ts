import { correctDraft } from '../../domain/filing/correct.ts';
import { editBy } from '../../domain/filing/edit.ts';
import { describeInvoice } from '../../domain/invoices/describe.ts';
import { getInvoice } from '../../domain/invoices/get.ts';
import { handler } from '../handler.ts';

export const update_invoice = handler('update_invoice', async (ctx, { invoice_id, clear = [], ...given }) => {
  const changes = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
  if (Object.keys(changes).length === 0) {
    ctx.unchanged();
    return describeInvoice(ctx.entity, await getInvoice(ctx, invoice_id, 'invoice_id'), ctx);
  }
  return describeInvoice(ctx.entity, await correctDraft(ctx, invoice_id, editBy(ctx.entity, changes)), ctx);
});
