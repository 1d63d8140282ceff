import { correctDraft } from '../../domain/filing/correct.ts';
import { editBy } from '../../domain/filing/edit.ts';
import { requireFilable } from '../../domain/filing/filable.ts';
import { openApproval } from '../../domain/filing/store/approvals.ts';
import { describeInTurns } from '../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../domain/documents/invoices/search.ts';
import { awaitPerson, isOwn } from '../asking.ts';
import { handler } from '../handler.ts';

export const update_invoice = handler('update_invoice', async (ctx, { invoice_id, clear = [], ...given }) => {
  const changes = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
  const describe = async () =>
    describeInTurns(ctx.entity, await getInvoice(ctx, invoice_id, 'invoice_id'), ctx);
  if (Object.keys(changes).length === 0) {
    ctx.unchanged();
    return describe();
  }
  await requireFilable(ctx, invoice_id);
  // A change withdraws the request for approval, which is not this key's to end if it did not ask.
  const waiting = await openApproval(ctx, invoice_id);
  if (waiting !== undefined && !isOwn(ctx, waiting.requested_by)) {
    const { id: entity_id } = ctx.entity;
    const wish = { tool: 'update_invoice', subject: invoice_id, arguments: changes, entity_id } as const;
    const what = 'another key or a person asked for its approval, which the change would withdraw';
    return { ...(await describe()), ...(await awaitPerson(ctx, wish, { path: 'invoice_id', what })) };
  }
  return describeInTurns(ctx.entity, await correctDraft(ctx, invoice_id, editBy(ctx.entity, changes)), ctx);
});
