// Takes a draft out of the books. It stays in the trail; no tool reaches this, only the admin side.
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { removeFromIndex } from '../search-index/index-record.ts';
import { sweepApproval } from '../filing/approval/end.ts';
import { returnNumber } from '../filing/numbers.ts';
import { filingStatusOf, hasLapsed, storedFiling } from './filing.ts';
import { indexedInvoice } from './indexed.ts';
import type { InvoiceRecord } from './record.ts';
import { invoiceState } from './state.ts';
import { lockInvoice } from './write-filing.ts';

export type DiscardScope = WriteScope &
  Raises<'invoice_not_found' | 'invoice_not_draft' | 'filing_in_progress'>;

/**
 * The draft as it was. Its rows go, so that no list or sum needs to leave them out; the audit row keeps what it said.
 * The guard is in the DELETE itself: a filing that begins at the same moment wins or loses whole.
 */
export const discardDraft = async (ctx: DiscardScope, id: string): Promise<InvoiceRecord> => {
  const record = await lockInvoice(ctx, id);
  if (record === undefined) throw ctx.error('invoice_not_found', { path: 'invoice_id', received: id });
  const { status } = record.header;
  // A request that has run out holds nothing any more, whether the worker has come by or not.
  if (hasLapsed(record.header, ctx.now)) {
    await sweepApproval(ctx, id, storedFiling(record.header).approval?.id ?? '');
  }
  if (status !== 'draft') throw ctx.error('invoice_not_draft', { path: 'invoice_id', status });
  const { numDeletedRows } = await scoped(ctx, 'invoice')
    .delete()
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('filing_status', 'in', ['not_submitted', 'failed'])
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) {
    throw ctx.error('filing_in_progress', {
      path: 'invoice_id',
      filing_status: filingStatusOf(record.header),
    });
  }
  await returnNumber(ctx, record.header);
  await scoped(ctx, 'invoice_line').delete().where('invoice_id', '=', id).execute();
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
