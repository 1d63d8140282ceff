// Records the outcome of the delivery on the document.
import { LIMITS } from '../../../../generated/limits.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { lockFilable } from '../filable.ts';
import type { Job } from '../job.ts';
import { finishJob } from '../store/outbox.ts';
import { findRecipient } from './printer.ts';

/** The reason when a document was voided before its delivery; needs no action. */
export const VOID_BEFORE_SENT = 'The invoice was cancelled before it was sent.';

/** The reason when a document's provider is no longer configured. */
export const NOT_FOLLOWED = 'not followed any more';

export type Delivered =
  | 'sent'
  | 'no_recipient'
  /** `permanent`: a retry would fail again. */
  | { readonly failed: string; readonly permanent?: boolean };

/** `last`: a failure that is not retried. */
export const recordDelivery = async (
  ctx: WriteScope,
  job: Job,
  delivered: Delivered,
  last: boolean,
): Promise<void> => {
  const document = await lockFilable(ctx, job.document_id);
  if (typeof delivered === 'string' || last) {
    await finishJob(ctx.db, job, ctx.now, typeof delivered === 'string' ? delivered : delivered.failed);
  }
  if (document === undefined) return;
  const status = typeof delivered === 'string' ? delivered : 'failed';
  const reason = typeof delivered === 'string' ? null : toReason(delivered.failed, last);
  const before = storedFiling(document).delivery;
  if (before?.status === status && (before.reason ?? null) === reason) return;
  const recipient = status === 'no_recipient' ? null : await findRecipient(ctx, document);
  const sent_at = status === 'sent' ? ctx.now.toISOString() : null;
  const after = await document.write(ctx, {
    filing: { delivery: { status, recipient, sent_at, reason } },
  });
  if (status !== 'sent' && !(status === 'failed' && last)) return;
  ctx.record({
    event: document.kind.event(status === 'sent' ? 'delivered' : 'not_delivered'),
    record_type: document.kind.record_type,
    record_id: job.document_id,
    before: document.state(),
    after: { ...after.state(), recipient, sent_at, ...(reason === null ? {} : { reason }) },
  });
};

const { reason: MAX_REASON } = LIMITS.InvoiceDelivery;

/** Says whether the service retries, so that nobody sends the document by hand meanwhile. */
const toReason = (failed: string, last: boolean): string => {
  const next = last ? 'The service does not try again.' : 'The service tries again.';
  const why = failed
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON - next.length - 2);
  return `${why}${/[.!?…]$/.test(why) ? '' : '.'} ${next}`;
};
