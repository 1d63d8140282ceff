// Works on one queue entry and releases it: done, or due again.
import { inSpan } from '../../../base/tracing.ts';
import { LeaseLost } from '../../../db/lease.ts';
import { sweepApproval } from '../approval/end.ts';
import type { JobOf } from '../job.ts';
import { finishJob } from '../store/outbox.ts';
import { noteFailure, release } from '../store/queue.ts';
import { fetchAcuse } from './acknowledge.ts';
import { cancel } from './cancel.ts';
import { deliver } from './deliver.ts';
import { failsForGood, file, giveUp } from './file.ts';
import { followEvidence } from './follow.ts';
import { lookUp } from './look-up.ts';
import { type Again, backoff, change, noteOutcome, toSentence, type Working } from './step.ts';

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
