// Corrects a draft invoice. A pending request for its approval is withdrawn, since it asked for something else; a draft
// that is being filed stays as it is.
import type { CreateInvoiceParams } from '../../../generated/tools/create_invoice.ts';
import type { Raises } from '../../base/raises.ts';
import { type CreateInvoiceScope, createInvoice } from '../documents/invoices/issue.ts';
import { getInvoice } from '../documents/invoices/search.ts';
import { givenParams } from '../documents/invoices/given.ts';
import type { InvoiceRecord } from '../documents/invoices/record.ts';
import { readFiles } from '../documents/invoices/store/invoices.ts';
import { rewriteDraft } from '../documents/invoices/update.ts';
import { writeFiling } from '../documents/invoices/write-filing.ts';
import { withdrawRequest } from './approval/end.ts';
import { requireFilable } from './filable.ts';
import { pendingApproval } from './store/approvals.ts';

export type CorrectScope = CreateInvoiceScope & Raises<'filing_in_progress' | 'invoice_not_draft'>;

/** `edit` gets the parameters that would make the draft again, and answers those that it is to have. */
export const correctDraft = async (
  ctx: CorrectScope,
  id: string,
  edit: (current: CreateInvoiceParams) => CreateInvoiceParams,
): Promise<InvoiceRecord> => {
  const draft = await requireFilable(ctx, id);
  if (draft.status !== 'draft')
    throw ctx.error('invoice_not_draft', { path: 'invoice_id', status: draft.status });
  const pending = await pendingApproval(ctx, id);
  const { filing_status } =
    pending === undefined ? draft : (await withdrawRequest(ctx, draft, pending)).document;
  if (filing_status !== 'not_submitted' && filing_status !== 'failed')
    throw ctx.error('filing_in_progress', { path: 'invoice_id', filing_status });
  const before = await getInvoice(ctx, id, 'invoice_id');
  const after = await rewriteDraft(ctx, before, edit(givenParams(before, await readFiles(ctx, id))));
  if (filing_status === 'not_submitted') return after;
  // Why it was refused may no longer be true.
  const reset = { filing_status: 'not_submitted', filing: { last_error: null } } as const;
  return { ...after, header: await writeFiling(ctx, after.header, reset) };
};

/** A new draft with the same content, dated and numbered anew. */
export const duplicateInvoice = async (ctx: CreateInvoiceScope, id: string): Promise<InvoiceRecord> => {
  const original = await getInvoice(ctx, id, 'invoice_id');
  const {
    issue_date: _day,
    exchange_rate: _rate,
    replaces_invoice_id: _replaced,
    ...params
  } = givenParams(original, await readFiles(ctx, id));
  return createInvoice(ctx, params);
};
