import { findAuthor } from '../../domain/ground/change/store.ts';
import { isIdleDraft } from '../../domain/documents/shared/filing.ts';
import { discardDraft } from '../../domain/filing/edit.ts';
import { requireFilable } from '../../domain/filing/filable.ts';
import { describeInvoice } from '../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../domain/documents/invoices/search.ts';
import { awaitPerson, isOwn } from '../asking.ts';
import { handler } from '../handler.ts';

export const discard_invoice = handler('discard_invoice', async (ctx, { invoice_id }) => {
  const draft = await requireFilable(ctx, invoice_id);
  const described = describeInvoice(ctx.entity, await getInvoice(ctx, invoice_id, 'invoice_id'), ctx);
  if (isIdleDraft(draft, ctx.now) && !isOwn(ctx, await findAuthor(ctx, invoice_id, 'first'))) {
    const { id: entity_id } = ctx.entity;
    const wish = { tool: 'discard_invoice', subject: invoice_id, arguments: {}, entity_id } as const;
    return { ...described, ...(await awaitPerson(ctx, wish, { path: 'invoice_id' })) };
  }
  await discardDraft(ctx, invoice_id);
  return described;
});
