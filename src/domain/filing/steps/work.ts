// Works on one queue entry and releases it: done, or due again.
import { inSpan } from '../../../base/tracing.ts';
import { LeaseLost } from '../../../db/lease.ts';
import { sweepApproval } from '../approval/end.ts';
import type { JobOf } from '../job.ts';
import { finishJob, noteAttempt } from '../store/outbox.ts';
import { noteFailure, release } from '../store/queue.ts';
import { cancel } from './cancel.ts';
import { failsForGood, file, giveUp } from './file.ts';
import { followEvidence } from './follow.ts';
import { lookUp } from './look-up.ts';
import {
  type Again,
  type Working,
  asking,
  backoff,
  change,
  noteOutcome,
  readScope,
  toSentence,
  transportFor,
  unlessStopped,
} from './step.ts';
import { getUuid } from '../../documents/shared/filing.ts';
import { isAcknowledged, keepAcuse } from '../cancellation/acuse.ts';
import { loadFilable, lockFilable } from '../filable.ts';
import { type Delivered, recordDelivery } from '../delivery/record.ts';

/** Never rejects: failures are logged, and the entry is retried. */
export const work = async (working: Working): Promise<void> => {
  const { parts, job } = working;
  try {
    await working.reached('claimed');
    const { id, kind, document_id, entity_id } = job;
    const attributes = {
      'folio.outbox_id': id,
      'folio.document_id': document_id,
      'folio.entity_id': entity_id,
    };
    const again = await inSpan({ name: `outbox ${kind}`, kind: 'internal', attributes }, () =>
      takeStep(working),
    );
    await working.reached('recorded');
    if (again !== null) await release(parts.books.database, job, again);
    await working.reached('released');
  } catch (error) {
    await afterFailure(working, error).catch((failure: unknown) =>
      // The lease expires by itself.
      parts.log.error({ err: failure, outbox_id: job.id }, 'a failed entry could not be given back'),
    );
  }
};

const takeStep = (working: Working): Promise<Again> => {
  const { job } = working;
  if (job.kind === 'file') return file({ ...working, job });
  if (job.kind === 'cancel') return cancel({ ...working, job });
  if (job.kind === 'deliver') return deliver({ ...working, job });
  if (job.kind === 'evidence') return followEvidence({ ...working, job });
  if (job.kind === 'lookup') return lookUp({ ...working, job });
  if (job.kind === 'acuse') return fetchAcuse({ ...working, job });
  return expire({ ...working, job });
};

/** Interval at which the expiry is checked, by the service's own clock. */
const SWEEP_MS = 60_000;

const expire = (working: Working<JobOf<'expire'>>): Promise<Again> =>
  change(working, 'expire', async (ctx) => {
    const { job } = working;
    const over = await sweepApproval(ctx, job.document_id, job.approval_id ?? '');
    if (over) await finishJob(ctx.db, job, ctx.now);
    return over ? null : SWEEP_MS;
  });

const afterFailure = async (working: Working, error: unknown): Promise<void> => {
  const { parts, job } = working;
  const { log } = parts;
  const { database } = parts.books;
  if (error instanceof LeaseLost) {
    log.warn({ outbox_id: job.id }, error.message);
    return;
  }
  noteOutcome(working, 'failed');
  log.error(
    { err: error, outbox_id: job.id, kind: job.kind, document_id: job.document_id },
    'an entry failed',
  );
  if (job.kind === 'file' && (await failsForGood({ ...working, job })))
    return giveUp({ ...working, job }, error);
  await noteFailure(database, job, toSentence(error));
  await release(database, job, backoff(working, job.attempts));
};

/** About a day at the longest interval. */
const MAX_ASKS = 150;

const NEVER_GIVEN = 'The provider never gave the acknowledgement.';

export const fetchAcuse = async (working: Working<JobOf<'acuse'>>): Promise<Again> => {
  const { job } = working;
  const scope = await readScope(working);
  const document = await loadFilable(scope, job.document_id);
  const uuid = document === undefined ? null : getUuid(document);
  const { acknowledgement: call } = transportFor(working, scope.entity);
  if (document === undefined || uuid === null || call === undefined || isAcknowledged(document)) {
    await change(working, 'acknowledge', (ctx) => finishJob(ctx.db, job, ctx.now));
    return null;
  }
  const acknowledgement = await asking(working, (signal) => call(uuid, signal)).catch(() => null);
  const isLast = job.attempts + 1 >= MAX_ASKS;
  const kept = await change(working, 'acknowledge', async (ctx) => {
    const current = await lockFilable(ctx, job.document_id);
    const filing = current && (await keepAcuse(ctx, current, { acknowledgement }));
    const found = filing?.acknowledged === true;
    if (found) await current?.write(ctx, { filing });
    if (found || isLast) await finishJob(ctx.db, job, ctx.now, found ? null : NEVER_GIVEN);
    else await noteAttempt(ctx.db, job, ctx.now);
    return found;
  });
  return kept || isLast ? null : backoff(working, job.attempts);
};

/** Attempts per mail: about two hours with the usual back-off. */
const MAX_MAILS = 15;

export const deliver = async (working: Working<JobOf<'deliver'>>): Promise<Again> => {
  const { job, parts } = working;
  const scope = { ...(await readScope(working)), books: parts.books };
  const delivered: Delivered | undefined = await unlessStopped(
    working,
    parts.delivery(scope, job.document_id).catch((error: unknown) => ({ failed: toSentence(error) })),
  );
  // A hanging mail server must not block the stop of the service; a repeat has the same message id.
  if (delivered === undefined) return 0;
  noteOutcome(working, typeof delivered === 'string' ? delivered : 'failed');
  await working.reached('sent');
  const last =
    job.attempts + 1 >= MAX_MAILS || (typeof delivered !== 'string' && delivered.permanent === true);
  await change(working, 'deliver', async (ctx) => {
    if (typeof delivered !== 'string' && !last) {
      await noteAttempt(ctx.db, job, ctx.now, { reason: delivered.failed });
    }
    await recordDelivery(ctx, job, delivered, last);
  });
  return typeof delivered === 'string' || last ? null : backoff(working, job.attempts);
};
