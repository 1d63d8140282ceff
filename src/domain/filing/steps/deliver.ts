// Delivers a filed document to its buyer.
import { type Delivered, recordDelivery } from '../delivery/record.ts';
import type { JobOf } from '../job.ts';
import { noteAttempt } from '../store/outbox.ts';
import {
  type Again,
  backoff,
  change,
  noteOutcome,
  readScope,
  toSentence,
  unlessStopped,
  type Working,
} from './step.ts';

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
