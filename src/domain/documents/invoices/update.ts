// Changes a draft as a whole: what the caller gives is planned anew under the same id. Who corrects a draft that waits
// for approval must withdraw the request first; see `filing/correct.ts`.
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import { resolveForWriting } from '../../parties/counterparties/resolve.ts';
import { reindexRecord } from '../../ground/search-index/index-record.ts';
import type { CreateInvoiceScope } from './issue.ts';
import { planFor } from './plan-for.ts';
import type { InvoiceRecord } from './record.ts';
import { indexedInvoice, invoiceState } from './state.ts';
import { tellAddressed } from './write-filing.ts';
import { replaceDraft } from './store/invoices.ts';

/** `before` must be locked, and a draft whose filing has not begun. */
export const rewriteDraft = async (
  ctx: CreateInvoiceScope,
  before: InvoiceRecord,
  params: CreateInvoiceParams,
): Promise<InvoiceRecord> => {
  const customer = await resolveForWriting(ctx, params, 'customer');
  const plan = await planFor(ctx, customer, params);
  const after = await replaceDraft(ctx, before, plan);
  await reindexRecord(ctx, indexedInvoice(before), indexedInvoice(after));
  await tellAddressed(ctx, after);
  ctx.record({
    event: 'invoice.updated',
    record_type: 'invoice',
    record_id: before.header.id,
    before: { ...invoiceState(before.header), lines: before.lines },
    after: { ...invoiceState(after.header), lines: after.lines },
  });
  return after;
};
