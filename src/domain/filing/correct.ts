// Corrects a draft invoice. A pending request for its approval is withdrawn, since it asked for something else; a draft
// that is being filed stays as it is.
import type { CreateInvoiceParams } from '../../../generated/tools/create_invoice.ts';
import type { FilingStatus } from '../../../generated/types.ts';
import { changedPaths } from '../../base/arguments/changed-paths.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import { type CreateInvoiceScope, createInvoice } from '../documents/invoices/issue.ts';
import { getInvoice } from '../documents/invoices/search.ts';
import { givenParams } from '../documents/invoices/given.ts';
import type { InvoiceRecord } from '../documents/invoices/record.ts';
import { readFiles } from '../documents/invoices/store/invoices.ts';
import { rewriteDraft } from '../documents/invoices/update.ts';
import { resolveForWriting } from '../parties/counterparties/resolve.ts';
import { writeFiling } from '../documents/invoices/write-filing.ts';
import { withdrawRequest } from './approval/end.ts';
import { requireFilable } from './filable.ts';
import { pendingApproval } from './store/approvals.ts';

export type CorrectScope = CreateInvoiceScope &
  Raises<'filing_in_progress' | 'invoice_not_draft'> &
  Warns<'approval_withdrawn' | 'nothing_changed'>;

export interface CorrectedDraft {
  readonly draft: InvoiceRecord;
  /** The parameters that have another value now, by their paths. */
  readonly changed: readonly string[];
}

/**
 * `edit` gets the parameters that would make the draft again, and answers those that it is to have. Where they are the
 * same, the draft stays as it is, and so does the request for its approval.
 */
export const correctDraft = async (
  ctx: CorrectScope,
  id: string,
  edit: (current: CreateInvoiceParams) => CreateInvoiceParams,
): Promise<CorrectedDraft> => {
  const locked = await requireFilable(ctx, id);
  if (locked.status !== 'draft')
    throw ctx.error('invoice_not_draft', { path: 'invoice_id', status: locked.status });
  const pending = await pendingApproval(ctx, id);
  if (pending === undefined) requireAtRest(ctx, locked.filing_status);
  const draft = await getInvoice(ctx, id, 'invoice_id');
  const current = givenParams(draft, await readFiles(ctx, id));
  const wanted = edit(current);
  const changed = await changesOf(ctx, current, wanted);
  if (changed.length === 0) {
    ctx.unchanged();
    ctx.warn('nothing_changed', { record: 'draft' });
    return { draft, changed };
  }
  if (pending === undefined) return { draft: await write(ctx, draft, wanted, locked.filing_status), changed };
  const { filing_status } = (await withdrawRequest(ctx, locked, pending)).document;
  requireAtRest(ctx, filing_status);
  const before = await getInvoice(ctx, id, 'invoice_id');
  const after = await write(ctx, before, wanted, filing_status);
  ctx.warn('approval_withdrawn', { path: 'invoice_id', approval_request_id: pending.id });
  return { draft: after, changed };
};

const requireAtRest = (ctx: CorrectScope, filing_status: FilingStatus): void => {
  if (filing_status !== 'not_submitted' && filing_status !== 'failed')
    throw ctx.error('filing_in_progress', { path: 'invoice_id', filing_status });
};

/** Another way of naming the same customer is no change. */
const changesOf = async (
  ctx: CorrectScope,
  current: CreateInvoiceParams,
  { counterparty_name, ...wanted }: CreateInvoiceParams,
): Promise<readonly string[]> => {
  if (counterparty_name === undefined) return changedPaths(current, wanted);
  const { id } = await resolveForWriting(ctx, { counterparty_name }, 'customer');
  return changedPaths(current, { ...wanted, counterparty_id: id });
};

const write = async (
  ctx: CorrectScope,
  before: InvoiceRecord,
  wanted: CreateInvoiceParams,
  filing_status: FilingStatus,
): Promise<InvoiceRecord> => {
  const after = await rewriteDraft(ctx, before, wanted);
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
