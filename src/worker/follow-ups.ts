// What follows a filing or ends one: the mail to the buyer, the evidence of the network, a cancellation, a request that
// runs out.
import { sweepApproval } from '../domain/filing/approval/end.ts';
import {
  AWAITS_BUYER,
  cancelRequestOf,
  recordAwaitingBuyer,
  recordCancelled,
  recordNotCancelled,
  wrongWorld,
} from '../domain/filing/cancel.ts';
import { type Delivered, NOT_FOLLOWED, recordDelivery } from '../domain/filing/delivery.ts';
import { filedDocument } from '../domain/filing/documents.ts';
import { changeJob, finishJob } from '../domain/filing/outbox.ts';
import { recordEvidence } from '../domain/filing/outcome.ts';
import type { CancelOutcome, Evidence, Route, Submission } from '../einvoicing/filing.ts';
import type { Again } from './file.ts';
import { backoff, change, readScope, sendSignal, transportOf, unlessStopped, type Working } from './parts.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Attempts at a mail: with the usual pauses, about two hours. */
const MAX_MAILS = 15;

export const deliver = async (working: Working): Promise<Again> => {
  const { job, parts } = working;
  const scope = { ...(await readScope(working)), books: parts.books };
  const delivered: Delivered | undefined = await unlessStopped(
    working,
    parts.delivery(scope, job.invoice_id).catch((error: unknown) => ({ failed: messageOf(error) })),
  );
  // A mail server that hangs must not keep the service from stopping; a repeat has the same message id.
  if (delivered === undefined) return 0;
  parts.onDelivery?.(job.kind, typeof delivered === 'string' ? delivered : 'failed');
  await working.step('sent');
  const last =
    job.attempts + 1 >= MAX_MAILS || (typeof delivered !== 'string' && delivered.permanent === true);
  await change(working, 'deliver invoice', async (ctx) => {
    if (typeof delivered !== 'string' && !last) {
      await changeJob(ctx.db, job, ctx.now, { attempts: job.attempts + 1, last_reason: delivered.failed });
    }
    await recordDelivery(ctx, job, delivered, last);
  });
  return typeof delivered === 'string' || last ? null : backoff(working, job.attempts);
};

/** A week, with the longest pause between two looks. */
const MAX_LOOKS = 1_000;

const NEVER_CONFIRMED = 'The network never confirmed the delivery.';

export const followEvidence = async (working: Working): Promise<Again> => {
  const { job } = working;
  const scope = await readScope(working);
  const transport = transportOf(working, scope.entity);
  const { document_id, provider, sandbox } = job.request;
  const elsewhere = provider !== transport.name || sandbox !== (transport.sandbox ? 1 : 0);
  const given = job.attempts >= MAX_LOOKS;
  if (transport.evidence === undefined || elsewhere || given) {
    await change(working, 'follow invoice', (ctx) =>
      finishJob(ctx.db, job, ctx.now, given ? NEVER_CONFIRMED : NOT_FOLLOWED),
    );
    return null;
  }
  const document = await filedDocument(scope, job.invoice_id, 'xml');
  if (document === undefined) throw new Error(`${job.invoice_id} was filed and has no document`);
  const submission = sentBefore(job.request, document.bytes, document.media_type);
  const found: Evidence = await transport
    .evidence(submission, String(document_id), sendSignal(working))
    .catch(() => ({ kind: 'in_transit' }) as const);
  working.parts.onDelivery?.(job.kind, found.kind);
  await working.step('sent');
  if (found.kind === 'in_transit') {
    await change(working, 'follow invoice', (ctx) =>
      changeJob(ctx.db, job, ctx.now, { attempts: job.attempts + 1 }),
    );
    return backoff(working, job.attempts);
  }
  await change(working, 'follow invoice', (ctx) => recordEvidence(ctx, job, found));
  return null;
};

/** The submission by which the provider knows the document; written by this service only. */
const sentBefore = (
  request: Readonly<Record<string, unknown>>,
  bytes: Buffer,
  mediaType: string,
): Submission => ({
  key: String(request['submission_key']),
  document: {
    bytes,
    mediaType,
    sha256: String(request['sha256']),
    profile: String(request['profile']),
    seal: null,
  },
  route: request['route'] as Route,
});

export const cancel = async (working: Working): Promise<Again> => {
  const { job, parts } = working;
  const scope = await readScope(working);
  const transport = transportOf(working, scope.entity);
  const request = await cancelRequestOf(scope, job);
  if (request === null) {
    await change(working, 'void invoice', (ctx) => finishJob(ctx.db, job, ctx.now, 'no longer filed'));
    return null;
  }
  const elsewhere = await wrongWorld(scope, job, transport);
  const found = await parts.signer(scope.entity, { sandboxAllowed: transport.sandbox, now: scope.now });
  const fault = elsewhere ?? ('sign' in found ? null : found.fault);
  if (fault !== null || !('sign' in found) || transport.cancel === undefined) {
    await change(working, 'void invoice', (ctx) =>
      recordNotCancelled(ctx, job, fault === null ? [] : [fault]),
    );
    return null;
  }
  await working.step('signed');
  const outcome: CancelOutcome = await transport
    .cancel(request, found, sendSignal(working))
    .catch((error: unknown) => ({ kind: 'unknown', reason: messageOf(error) }) as const);
  parts.onDelivery?.(job.kind, outcome.kind);
  await working.step('sent');
  return recordCancel(working, outcome);
};

const recordCancel = async (working: Working, outcome: CancelOutcome): Promise<Again> => {
  const { job } = working;
  const by = job.request['by'];
  const actor = typeof by === 'string' ? ({ type: 'member', id: by } as const) : undefined;
  if (outcome.kind === 'cancelled') {
    await change(working, 'void invoice', (ctx) => recordCancelled(ctx, job, outcome), actor);
    return null;
  }
  if (outcome.kind === 'rejected') {
    await change(working, 'void invoice', (ctx) => recordNotCancelled(ctx, job, outcome.faults), actor);
    return null;
  }
  await change(working, 'void invoice', async (ctx) => {
    const last_reason = outcome.kind === 'pending' ? AWAITS_BUYER : outcome.reason.slice(0, 1000);
    await changeJob(ctx.db, job, ctx.now, { attempts: job.attempts + 1, last_reason });
    if (outcome.kind === 'pending') await recordAwaitingBuyer(ctx, job);
  });
  return backoff(working, job.attempts);
};

/** The service's own clock says whether it has run out; the queue only asks from time to time. */
const SWEEP_MS = 60_000;

export const expire = (working: Working): Promise<Again> =>
  change(working, 'expire approval', async (ctx) => {
    const { job } = working;
    const over = await sweepApproval(ctx, job.invoice_id, job.approval_id ?? '');
    if (over) await finishJob(ctx.db, job, ctx.now);
    return over ? null : SWEEP_MS;
  });
