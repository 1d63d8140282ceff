// Tracks how far the network has carried an accepted document.
import type { Evidence, Submission } from '../../../einvoicing/filing.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { type StoredFiling, storedFiling } from '../../documents/shared/filing.ts';
import { NOT_FOLLOWED } from '../delivery/record.ts';
import { lockFilable } from '../filable.ts';
import type { Job, JobOf } from '../job.ts';
import { filedDocument } from '../store/documents.ts';
import { finishJob, noteAttempt } from '../store/outbox.ts';
import { toFilingError } from './settle.ts';
import {
  type Again,
  asking,
  backoff,
  change,
  noteOutcome,
  readScope,
  transportFor,
  type Working,
} from './step.ts';

/** A week at the longest interval. */
const MAX_LOOKS = 1_000;

const NEVER_CONFIRMED = 'The network never confirmed the delivery.';

export const followEvidence = async (working: Working<JobOf<'evidence'>>): Promise<Again> => {
  const { job } = working;
  const scope = await readScope(working);
  const transport = transportFor(working, scope.entity);
  const { evidence } = transport;
  const { document_id, submission_key: key, route, provider, sandbox, sha256, profile } = job.order;
  const elsewhere = provider !== transport.name || sandbox !== transport.sandbox;
  const given = job.attempts >= MAX_LOOKS;
  if (evidence === undefined || elsewhere || given) {
    await change(working, 'follow', (ctx) =>
      finishJob(ctx.db, job, ctx.now, given ? NEVER_CONFIRMED : NOT_FOLLOWED),
    );
    return null;
  }
  const document = await filedDocument(scope, job.document_id, 'xml');
  if (document === undefined) throw new Error(`${job.document_id} was filed and has no document`);
  const { bytes, media_type: mediaType } = document;
  // The submission as it was sent to the provider.
  const submission: Submission = { key, route, document: { bytes, mediaType, sha256, profile, seal: null } };
  const found: Evidence = await asking(working, (signal) => evidence(submission, document_id, signal)).catch(
    () => ({ kind: 'in_transit' }) as const,
  );
  noteOutcome(working, found.kind);
  await working.reached('sent');
  if (found.kind === 'in_transit') {
    await change(working, 'follow', (ctx) => noteAttempt(ctx.db, job, ctx.now));
    return backoff(working, job.attempts);
  }
  await change(working, 'follow', (ctx) => recordEvidence(ctx, job, found));
  return null;
};

/** The document stays filed, whatever the network reports. */
const recordEvidence = async (
  ctx: WriteScope,
  job: Job,
  found: Exclude<Evidence, { kind: 'in_transit' }>,
): Promise<void> => {
  const before = await lockFilable(ctx, job.document_id);
  if (before === undefined) return finishJob(ctx.db, job, ctx.now, found.kind);
  const reason = found.kind === 'failed' ? toFilingError(before.kind, found.faults).message : found.kind;
  await finishJob(ctx.db, job, ctx.now, reason);
  const after = await before.write(ctx, { filing: mergeEvidence(before, found) });
  if (found.kind !== 'failed') return;
  ctx.record({
    event: before.kind.event('not_delivered'),
    record_type: before.kind.record_type,
    record_id: before.id,
    before: before.state(),
    after: { ...after.state(), errors: found.faults.slice(0, 20) },
  });
};

const mergeEvidence = (
  document: Filable,
  found: Exclude<Evidence, { kind: 'in_transit' }>,
): Partial<StoredFiling> =>
  found.kind === 'failed'
    ? { last_error: { ...toFilingError(document.kind, found.faults), source: 'network' } }
    : { evidence: { ...storedFiling(document).evidence, ...found.evidence } };
