// What became of the mail to the buyer, on the invoice.
import { emailOf } from '../delivery/load.ts';
import { storedFiling } from '../invoices/filing.ts';
import { invoiceState } from '../invoices/state.ts';
import { lockInvoice, writeFiling } from '../invoices/write-filing.ts';
import type { WriteScope } from '../scope.ts';
import { finishJob, type Job } from './outbox.ts';

export type Delivered =
  | 'sent'
  | 'no_recipient'
  /** `permanent`: trying again would fail again. */
  | { readonly failed: string; readonly permanent?: boolean };

/** `last`: a failure after which nobody tries again. */
export const recordDelivery = async (
  ctx: WriteScope,
  job: Job,
  delivered: Delivered,
  last: boolean,
): Promise<void> => {
  const record = await lockInvoice(ctx, job.invoice_id);
  if (typeof delivered === 'string' || last) {
    await finishJob(ctx.db, job, ctx.now, typeof delivered === 'string' ? delivered : delivered.failed);
  }
  if (record === undefined) return;
  const status = typeof delivered === 'string' ? delivered : 'failed';
  if (storedFiling(record.header).delivery?.status === status) return;
  const recipient = status === 'no_recipient' ? null : await emailOf(ctx, record.customer.id);
  const sent_at = status === 'sent' ? ctx.now.toISOString() : null;
  const after = await writeFiling(ctx, record.header, {
    filing: { delivery: { status, recipient, sent_at } },
  });
  if (status !== 'sent') return;
  ctx.record({
    event: 'invoice.delivered',
    record_type: 'invoice',
    record_id: job.invoice_id,
    before: invoiceState(record.header),
    after: { ...invoiceState(after), recipient, sent_at },
  });
};
