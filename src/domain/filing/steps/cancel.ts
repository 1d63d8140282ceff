// Cancels a filed invoice with the authority, which may require the buyer's consent; the invoice is voided only after
// the authority has cancelled it.
import type { CancelOutcome, CancelRequest, FilingFault } from '../../../einvoicing/filing.ts';
import { routeOf } from '../../../einvoicing/route.ts';
import { minorText } from '../../../base/money/amount.ts';
import type { ReadScope, WriteScope } from '../../change/scope.ts';
import { lockDocument } from '../../documents/store/lock.ts';
import { close, credit } from '../../documents/settle.ts';
import { toDocument } from '../../invoices/document.ts';
import { storedFiling, getUuid } from '../../invoices/filing.ts';
import { invoiceReversed } from '../../invoices/movements.ts';
import type { InvoiceHeader, InvoiceRecord } from '../../invoices/record.ts';
import { invoiceState } from '../../invoices/state.ts';
import { loadInvoice } from '../../invoices/store.ts';
import { lockInvoice, writeFiling } from '../../invoices/write-filing.ts';
import { post } from '../../ledger/post.ts';
import { toOpenDay } from '../../periods/period.ts';
import { releaseAllocations } from '../../payments/release.ts';
import type { Job, JobOf } from '../job.ts';
import { finishJob, noteAttempt } from '../store/outbox.ts';
import { AWAITS_BUYER, type Cancellation } from '../void.ts';
import { toFilingError } from './settle.ts';
import {
  type Again,
  backoff,
  change,
  readScope,
  sendSignal,
  toSentence,
  transportFor,
  type Working,
} from './step.ts';

export const cancel = async (working: Working<JobOf<'cancel'>>): Promise<Again> => {
  const { job, parts } = working;
  const scope = await readScope(working);
  const transport = transportFor(working, scope.entity);
  const request = await buildCancelRequest(scope, job);
  if (request === null) {
    await change(working, 'void invoice', (ctx) => finishJob(ctx.db, job, ctx.now, 'no longer filed'));
    return null;
  }
  const elsewhere = await findWrongWorld(scope, job, transport);
  const found = await parts.signer(scope.entity, { sandboxAllowed: transport.sandbox, now: scope.now });
  const fault = elsewhere ?? ('sign' in found ? null : found.fault);
  if (fault !== null || !('sign' in found) || transport.cancel === undefined) {
    await change(working, 'void invoice', (ctx) =>
      recordNotCancelled(ctx, job, fault === null ? [] : [fault]),
    );
    return null;
  }
  await working.reached('signed');
  const outcome: CancelOutcome = await transport
    .cancel(request, found, sendSignal(working))
    .catch((error: unknown) => ({ kind: 'unknown', reason: toSentence(error) }) as const);
  parts.onDelivery?.(job.kind, outcome.kind);
  await working.reached('sent');
  return recordCancel(working, outcome);
};

const recordCancel = async (working: Working<JobOf<'cancel'>>, outcome: CancelOutcome): Promise<Again> => {
  const { job } = working;
  const { by } = job.order;
  const actor = by === null ? undefined : ({ type: 'member', id: by } as const);
  if (outcome.kind === 'cancelled') {
    await change(working, 'void invoice', (ctx) => recordCancelled(ctx, job, outcome), actor);
    return null;
  }
  if (outcome.kind === 'rejected') {
    await change(working, 'void invoice', (ctx) => recordNotCancelled(ctx, job, outcome.faults), actor);
    return null;
  }
  await change(working, 'void invoice', async (ctx) => {
    const reason = outcome.kind === 'pending' ? AWAITS_BUYER : outcome.reason;
    await noteAttempt(ctx.db, job, ctx.now, { reason });
    if (outcome.kind === 'pending') await recordAwaitingBuyer(ctx, job);
  });
  return backoff(working, job.attempts);
};

/** The request to the provider; null if the invoice can no longer be cancelled. */
const buildCancelRequest = async (ctx: ReadScope, job: JobOf<'cancel'>): Promise<CancelRequest | null> => {
  const record = await loadInvoice(ctx, job.invoice_id);
  const uuid = record === undefined ? null : getUuid(record.header);
  if (record === undefined || uuid === null || record.header.status !== 'filed') return null;
  const { header } = record;
  return {
    uuid,
    taxId: ctx.entity.tax_id ?? '',
    reason: job.order.reason,
    replacement: job.order.replacement,
    at: ctx.now,
    receiverTaxId: routeOf(toDocument(ctx.entity, record)).receiver,
    awaiting: storedFiling(header).cancellation?.status === 'awaiting_buyer',
    total: minorText(header.total_minor, header.currency),
  };
};

/** Refuses to cancel a sandbox document with a real provider, and the reverse. */
const findWrongWorld = async (
  ctx: ReadScope,
  job: Job,
  transport: { readonly sandbox: boolean },
): Promise<FilingFault | null> => {
  const record = await loadInvoice(ctx, job.invoice_id);
  const { sandbox } = storedFiling(record?.header ?? { filing: {} });
  if (typeof sandbox !== 'boolean' || sandbox === transport.sandbox) return null;
  return {
    code: 'other_provider',
    message: sandbox
      ? 'The invoice was filed in the sandbox, and the configured provider is a real one.'
      : 'The invoice was filed with a real provider, and only the sandbox is configured.',
    path: null,
    fix: 'An administrator configures the provider that filed it.',
    source: 'service',
  };
};

const withCancellation = (header: InvoiceHeader, changed: Partial<Cancellation>): Cancellation => ({
  status: 'requested',
  reason: '02',
  requested_at: new Date(0).toISOString(),
  cancelled_at: null,
  ...storedFiling(header).cancellation,
  ...changed,
});

const recordCancelled = async (
  ctx: WriteScope,
  job: JobOf<'cancel'>,
  { at, evidence }: Extract<CancelOutcome, { kind: 'cancelled' }>,
): Promise<void> => {
  const before = await locked(ctx, job);
  const document = await lockDocument(ctx, 'invoice', job.invoice_id);
  if (before === undefined || document === undefined) throw new Error(`${job.invoice_id} is not there`);
  // Payments received during the cancellation are kept, unallocated.
  const paid = document.paid_minor - document.presettled_minor;
  const released = await releaseAllocations(ctx, document, paid);
  const freed =
    paid === 0 ? document : await credit(ctx, document, { credited: 0, unpaid: paid, unsettled: 0 });
  const day = await toOpenDay(ctx, ctx.today);
  await close(ctx, freed, 'void', day);
  const owed = document.total_minor - document.credited_minor;
  await post(ctx, [invoiceReversed(before.header, day, owed)]);
  const closed = await loadInvoice(ctx, job.invoice_id);
  if (closed === undefined) throw new Error(`${job.invoice_id} was closed and is not there`);
  const { header } = closed;
  const after = await writeFiling(ctx, header, {
    filing_status: 'cancelled',
    filing: {
      cancellation: withCancellation(header, { status: 'cancelled', cancelled_at: at.toISOString() }),
      evidence: { ...storedFiling(header).evidence, cancellation: evidence },
    },
  });
  await finishJob(ctx.db, job, ctx.now);
  ctx.record({
    event: 'invoice.voided',
    record_type: 'invoice',
    record_id: job.invoice_id,
    before: invoiceState(before.header),
    after: { ...invoiceState(after), reason: job.order.reason, released },
  });
};

/** The buyer has to accept first; the authority is polled. */
const recordAwaitingBuyer = async (ctx: WriteScope, job: Job): Promise<void> => {
  const record = await locked(ctx, job);
  if (record === undefined || storedFiling(record.header).cancellation?.status === 'awaiting_buyer') return;
  const cancellation = withCancellation(record.header, { status: 'awaiting_buyer' });
  await writeFiling(ctx, record.header, { filing: { cancellation } });
};

const recordNotCancelled = async (
  ctx: WriteScope,
  job: Job,
  faults: readonly FilingFault[],
): Promise<void> => {
  const record = await locked(ctx, job);
  await finishJob(ctx.db, job, ctx.now, faults.map(({ code }) => code).join(', '));
  if (record === undefined) return;
  const cancellation = withCancellation(record.header, { status: 'rejected' });
  const last_error = toFilingError(faults);
  const after = await writeFiling(ctx, record.header, { filing: { cancellation, last_error } });
  ctx.record({
    event: 'invoice.void_refused',
    record_type: 'invoice',
    record_id: job.invoice_id,
    before: invoiceState(record.header),
    after: { ...invoiceState(after), error: last_error },
  });
};

const locked = (ctx: WriteScope, job: Job): Promise<InvoiceRecord | undefined> =>
  lockInvoice(ctx, job.invoice_id);
