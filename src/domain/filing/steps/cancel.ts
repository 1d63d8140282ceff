// Cancels a filed document with the authority, which may require the buyer's consent; the books are changed only after
// the authority has cancelled it.
import type {
  CancelEvidence,
  CancelOutcome,
  CancelRequest,
  FilingFault,
} from '../../../einvoicing/filing.ts';
import { toDo } from '../../../base/text/to-do.ts';
import { minorText } from '../../../base/money/amount.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { storedFiling, getUuid } from '../../documents/shared/filing.ts';
import { isAcknowledged, keepAcuse, withoutAcuse } from '../cancellation/acuse.ts';
import { loadFilable, lockFilable } from '../filable.ts';
import { noteRefused } from '../replace.ts';
import type { Job, JobOf } from '../job.ts';
import { enqueue, finishJob, noteAttempt } from '../store/outbox.ts';
import { AWAITS_BUYER, type Cancellation } from '../void.ts';
import { forTrail, toFilingError } from './settle.ts';
import {
  type Again,
  asking,
  backoff,
  change,
  noteOutcome,
  readScope,
  toSentence,
  transportFor,
  type Working,
} from './step.ts';

export const cancel = async (working: Working<JobOf<'cancel'>>): Promise<Again> => {
  const { job, parts } = working;
  const scope = await readScope(working);
  const transport = transportFor(working, scope.entity);
  const { cancel: call } = transport;
  const request = await buildCancelRequest(scope, job);
  if (request === null) {
    await change(working, 'void', (ctx) => finishJob(ctx.db, job, ctx.now, 'no longer filed'));
    return null;
  }
  const elsewhere = await findWrongWorld(scope, job, transport);
  const found = await parts.signer(scope.entity, { sandboxAllowed: transport.sandbox, now: scope.now });
  const fault = elsewhere ?? ('sign' in found ? null : found.fault);
  if (fault !== null || !('sign' in found) || call === undefined) {
    await change(working, 'void', (ctx) => recordNotCancelled(ctx, job, fault === null ? [] : [fault]));
    return null;
  }
  await working.reached('signed');
  const outcome: CancelOutcome = await asking(working, (signal) => call(request, found, signal)).catch(
    (error: unknown) => ({ kind: 'unknown', reason: toSentence(error) }) as const,
  );
  noteOutcome(working, outcome.kind);
  await working.reached('sent');
  return recordCancel(working, outcome);
};

const recordCancel = async (working: Working<JobOf<'cancel'>>, outcome: CancelOutcome): Promise<Again> => {
  const { job } = working;
  const { by } = job.order;
  const actor = by === null ? undefined : ({ type: 'member', id: by } as const);
  if (outcome.kind === 'cancelled') {
    await change(working, 'void', (ctx) => recordCancelled(ctx, job, outcome), actor);
    return null;
  }
  if (outcome.kind === 'rejected') {
    await change(
      working,
      'void',
      (ctx) => recordNotCancelled(ctx, job, outcome.faults, outcome.evidence),
      actor,
    );
    return null;
  }
  await change(working, 'void', async (ctx) => {
    const reason = outcome.kind === 'pending' ? AWAITS_BUYER : outcome.reason;
    await noteAttempt(ctx.db, job, ctx.now, { reason });
    if (outcome.kind === 'pending') await recordAwaitingBuyer(ctx, job, outcome.evidence);
  });
  return backoff(working, job.attempts);
};

/** The request to the provider; null if the document can no longer be cancelled. */
const buildCancelRequest = async (ctx: ReadScope, job: JobOf<'cancel'>): Promise<CancelRequest | null> => {
  const document = await loadFilable(ctx, job.document_id);
  const uuid = document === undefined ? null : getUuid(document);
  if (document === undefined || uuid === null || document.status !== 'filed') return null;
  return {
    uuid,
    taxId: ctx.entity.tax_id ?? '',
    reason: job.order.reason,
    replacement: job.order.replacement,
    at: ctx.now,
    receiverTaxId: document.route().receiver,
    awaiting: storedFiling(document).cancellation?.status === 'awaiting_buyer',
    acknowledged: isAcknowledged(document),
    total: document.kind.file_total ?? minorText(document.total_minor, document.currency),
  };
};

/** Refuses to cancel a sandbox document with a real provider, and the reverse. */
const findWrongWorld = async (
  ctx: ReadScope,
  job: Job,
  transport: { readonly sandbox: boolean },
): Promise<FilingFault | null> => {
  const document = await loadFilable(ctx, job.document_id);
  const { sandbox } = storedFiling(document ?? { filing: {} });
  if (document === undefined || typeof sandbox !== 'boolean' || sandbox === transport.sandbox) return null;
  return {
    code: 'other_provider',
    message: sandbox
      ? `The ${document.kind.noun} was filed in the sandbox, and the configured provider is a real one.`
      : `The ${document.kind.noun} was filed with a real provider, and only the sandbox is configured.`,
    path: null,
    fix: toDo('provider'),
    source: 'service',
  };
};

const withCancellation = (document: Filable, changed: Partial<Cancellation>): Cancellation => ({
  status: 'requested',
  reason: '02',
  requested_at: new Date(0).toISOString(),
  cancelled_at: null,
  ...storedFiling(document).cancellation,
  ...changed,
});

const recordCancelled = async (
  ctx: WriteScope,
  job: JobOf<'cancel'>,
  { at, evidence }: Extract<CancelOutcome, { kind: 'cancelled' }>,
): Promise<void> => {
  const before = await lockFilable(ctx, job.document_id);
  if (before === undefined) throw new Error(`${job.document_id} is not there`);
  const kept = await keepAcuse(ctx, before, evidence);
  const { after, details } = await before.cancel(ctx, {
    ...kept,
    cancellation: withCancellation(before, { status: 'cancelled', cancelled_at: at.toISOString() }),
    evidence: { ...storedFiling(before).evidence, cancellation: withoutAcuse(evidence) },
  });
  await finishJob(ctx.db, job, ctx.now);
  await fetchLater(ctx, before, kept);
  ctx.record({
    event: before.kind.event('voided'),
    record_type: before.kind.record_type,
    record_id: before.id,
    before: before.state(),
    after: { ...after.state(), reason: job.order.reason, ...details },
  });
};

/** An outcome that was looked up comes without the acknowledgement: it is then asked for, where none is kept. */
const fetchLater = async (
  ctx: WriteScope,
  { id }: Filable,
  { acknowledged }: { readonly acknowledged?: boolean },
): Promise<void> => {
  if (acknowledged !== true) await enqueue(ctx, { kind: 'acuse', document_id: id });
};

/** The buyer has to accept first; the authority is polled. */
const recordAwaitingBuyer = async (ctx: WriteScope, job: Job, evidence: CancelEvidence): Promise<void> => {
  const document = await lockFilable(ctx, job.document_id);
  if (document === undefined) return;
  const kept = await keepAcuse(ctx, document, evidence);
  const awaits = storedFiling(document).cancellation?.status === 'awaiting_buyer';
  if (awaits && kept.acknowledged === isAcknowledged(document)) return;
  const cancellation = withCancellation(document, { status: 'awaiting_buyer' });
  await document.write(ctx, { filing: { cancellation, ...kept } });
};

const recordNotCancelled = async (
  ctx: WriteScope,
  job: JobOf<'cancel'>,
  faults: readonly FilingFault[],
  evidence?: CancelEvidence,
): Promise<void> => {
  const before = await lockFilable(ctx, job.document_id);
  await finishJob(ctx.db, job, ctx.now, faults.map(({ code }) => code).join(', '));
  if (before === undefined) return;
  const cancellation = withCancellation(before, { status: 'rejected' });
  const last_error = toFilingError(before.kind, faults);
  const kept = await keepAcuse(ctx, before, evidence);
  const after = await before.write(ctx, { filing: { cancellation, last_error, ...kept } });
  if (evidence !== undefined) await fetchLater(ctx, before, kept);
  await noteRefused(ctx, job, last_error.message);
  ctx.record({
    event: before.kind.event('void_refused'),
    record_type: before.kind.record_type,
    record_id: before.id,
    before: before.state(),
    after: { ...after.state(), error: forTrail(last_error) },
  });
};
