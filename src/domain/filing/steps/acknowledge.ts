// Fetches the acknowledgement of a cancellation that is settled already, where the answer that brought it was lost.
import { getUuid } from '../../documents/shared/filing.ts';
import { isAcknowledged, keepAcuse } from '../cancellation/acuse.ts';
import { loadFilable, lockFilable } from '../filable.ts';
import type { JobOf } from '../job.ts';
import { finishJob, noteAttempt } from '../store/outbox.ts';
import { type Again, asking, backoff, change, readScope, transportFor, type Working } from './step.ts';

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
