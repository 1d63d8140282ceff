// Asks the network whether a customer is on it under the participant id that follows from its tax id.
import { participantToLookUp } from '../../../einvoicing/peppol-ubl/look-up.ts';
import type { Entity } from '../../../base/entity.ts';
import type { LookedUp } from '../../../einvoicing/filing.ts';
import { keepLookedUp } from '../../parties/counterparties/look-up.ts';
import { findCounterparty } from '../../parties/counterparties/store/counterparties.ts';
import { loadFilable } from '../filable.ts';
import type { JobOf } from '../job.ts';
import { finishJob, noteAttempt } from '../store/outbox.ts';
import { type Again, asking, backoff, change, readScope, transportFor, type Working } from './step.ts';

/** Without an answer the id counts; it is asked for again when a document is filed. */
const MAX_LOOKS = 5;

export const lookUp = async (working: Working<JobOf<'lookup'>>): Promise<Again> => {
  const { job } = working;
  const scope = await readScope(working);
  const customer = await findCounterparty(scope, job.document_id);
  const participant = customer === undefined ? null : participantToLookUp(customer, scope.today);
  const found = participant === null ? 'unknown' : await ask(working, scope.entity, participant);
  const isOver = participant === null || found !== 'unknown' || job.attempts + 1 >= MAX_LOOKS;
  await change(working, 'look up', async (ctx) => {
    if (participant !== null && found !== 'unknown')
      await keepLookedUp(ctx, job.document_id, { participant, found: found === 'found' });
    await (isOver ? finishJob(ctx.db, job, ctx.now) : noteAttempt(ctx.db, job, ctx.now));
  });
  return isOver ? null : backoff(working, job.attempts);
};

/** Before a document goes over the network: what is found decides whether it still may. */
export const verifyReceiver = async (working: Working<JobOf<'file'>>): Promise<void> => {
  const scope = await readScope(working);
  const document = await loadFilable(scope, working.job.document_id);
  if (document?.delivery()?.channel !== 'network') return;
  const participant = participantToLookUp(document.document().buyer, scope.today);
  if (participant === null) return;
  const found = await ask(working, scope.entity, participant);
  if (found === 'unknown') return;
  const { id } = document.customer;
  await change(working, 'look up', (ctx) => keepLookedUp(ctx, id, { participant, found: found === 'found' }));
};

const ask = async (working: Working, entity: Entity, participant: string): Promise<LookedUp> => {
  const { lookUp: call } = transportFor(working, entity);
  if (call === undefined) return 'unknown';
  return asking(working, (signal) => call(participant, signal)).catch(() => 'unknown' as const);
};
