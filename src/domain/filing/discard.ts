// Discards a draft, with the number and the approval request it holds. The audit trail keeps it; only administrators
// can do this.
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { hasLapsed, storedFiling } from '../invoices/filing.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import { indexedInvoice, invoiceState } from '../invoices/state.ts';
import { deleteDraft } from '../invoices/store.ts';
import { lockInvoice } from '../invoices/write-filing.ts';
import { removeFromIndex } from '../search-index/index-record.ts';
import { sweepApproval } from './approval/end.ts';
import { returnNumber } from './numbers.ts';

export type DiscardScope = WriteScope &
  Raises<'invoice_not_found' | 'invoice_not_draft' | 'filing_in_progress'>;

/** Returns the discarded draft. Its rows are deleted, so that no query must exclude them; the audit row keeps them. */
export const discardDraft = async (ctx: DiscardScope, id: string): Promise<InvoiceRecord> => {
  const record = await lockInvoice(ctx, id);
  if (record === undefined) throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
  const { status } = record.header;
  // An expired request no longer blocks, even if the worker has not ended it yet.
  if (hasLapsed(record.header, ctx.now)) {
    await sweepApproval(ctx, id, storedFiling(record.header).approval?.id ?? '');
  }
  if (status !== 'draft') throw ctx.error('invoice_not_draft', { path: 'invoice_id', status });
  if (!(await deleteDraft(ctx, id))) {
    throw ctx.error('filing_in_progress', {
      path: 'invoice_id',
      filing_status: record.header.filing_status,
    });
  }
  await returnNumber(ctx, record.header);
  await removeFromIndex(ctx, indexedInvoice(record));
  ctx.record({
    event: 'invoice.discarded',
    record_type: 'invoice',
    record_id: id,
    before: { ...invoiceState(record.header), lines: record.lines },
    after: null,
  });
  return record;
};
