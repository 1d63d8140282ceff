import { updateInvoice } from '../../../generated/tools/update_invoice.ts';
import { correctDraft } from '../../domain/filing/correct.ts';
import { editBy } from '../../domain/filing/edit.ts';
import { requireFilable } from '../../domain/filing/filable.ts';
import { openApproval } from '../../domain/filing/store/approvals.ts';
import { describeInTurns } from '../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../domain/documents/invoices/search.ts';
import { awaitPerson, isOwn } from '../asking.ts';
import { fieldsOf, wishedBy } from '../changes.ts';
import { handler } from '../handler.ts';

export const update_invoice = handler('update_invoice', async (ctx, { invoice_id, clear = [], ...given }) => {
  const changes = wishedBy(given, clear);
  const describe = async () =>
    describeInTurns(ctx.entity, await getInvoice(ctx, invoice_id, 'invoice_id'), ctx);
  if (Object.keys(changes).length === 0) {
    ctx.unchanged();
    ctx.warn('nothing_given', { allowed: fieldsOf(updateInvoice, 'invoice_id') });
    return { ...(await describe()), changed: [] };
  }
  await requireFilable(ctx, invoice_id);
  // A change withdraws the request for approval, which is not this key's to end if it did not ask.
  const waiting = await openApproval(ctx, invoice_id);
  if (waiting !== undefined && !isOwn(ctx, waiting.requested_by)) {
    const { id: entity_id } = ctx.entity;
    const wish = { tool: 'update_invoice', subject: invoice_id, arguments: changes, entity_id } as const;
    const what = 'another key or a person asked for its approval, which the change would withdraw';
    return {
      ...(await describe()),
      ...(await awaitPerson(ctx, wish, { path: 'invoice_id', what })),
      changed: [],
    };
  }
  const { draft, changed } = await correctDraft(ctx, invoice_id, editBy(ctx.entity, changes));
  return { ...(await describeInTurns(ctx.entity, draft, ctx)), changed: [...changed] };
});
