// Files one approved document: builds and stores the document, sends it outside any transaction, records the outcome.
// Bytes that may have been sent are only queried or resent unchanged, through the same provider.
import { createHash } from 'node:crypto';
import type { Entity } from '../../../base/entity.ts';
import { ToolError } from '../../../base/errors.ts';
import type { FilingFault, Outcome, Signer, Transport } from '../../../einvoicing/filing.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { kindOf } from '../filable.ts';
import type { JobOf } from '../job.ts';
import { dropBuilt, isUnbuilt, markSent } from '../store/outbox.ts';
import { hasGrownOld, recordAccepted, recordRejected, recordUnclear, type Unclear } from './settle.ts';
import { verifyReceiver } from './look-up.ts';
import { mailTransport } from './mail-transport.ts';
import { type PrepareScope, prepareFiling } from './prepare.ts';
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

type Filing = Working<JobOf<'file'>>;

export const file = async (working: Filing): Promise<Again> => {
  const { job } = working;
  const { entity } = await readScope(working);
  const transport = chooseTransport(working, entity);
  return job.state === 'approved' ? buildAndSend(working, transport) : recover(working, transport);
};

/** By e-mail, or through the provider of the country. */
const chooseTransport = (working: Filing, entity: Entity): Transport =>
  working.job.by_mail ? mailTransport(working) : transportFor(working, entity);

const buildAndSend = async (working: Filing, transport: Transport): Promise<Again> => {
  const { job, parts } = working;
  const scope = await readScope(working);
  let signer: Signer | null = null;
  if (regimeOf(scope.entity.country_code).seal !== undefined) {
    const found = await parts.signer(scope.entity, { sandboxAllowed: transport.sandbox, now: scope.now });
    if (!('sign' in found)) {
      await change(working, 'file', (ctx) => recordRejected(ctx, job, [found.fault]));
      return null;
    }
    signer = found;
  }
  await verifyReceiver(working);
  await working.reached('signed');
  const prepared = await change(working, 'file', async (ctx: PrepareScope) => {
    const result = await prepareFiling(ctx, job, { transport, signer });
    if (result.kind === 'refused') await recordRejected(ctx, job, result.faults);
    return result;
  });
  if (prepared.kind !== 'ready') return null;
  await working.reached('built');
  const { submission } = prepared;
  const ready = { ...working, job: prepared.job };
  const sending = chooseTransport(ready, scope.entity);
  const outcome = await ask(working, (signal) => sending.send(submission, signal));
  return record(ready, outcome, false);
};

const CHANGED =
  'what was approved and built was changed past the service and is not sent; "audit verify" names what was changed';

/** These bytes may have been sent, by this process or by one that died. */
const recover = async (working: Filing, transport: Transport): Promise<Again> => {
  const { job, parts } = working;
  const { maybe_sent: maybeSent, built } = job;
  if (built === null) throw new Error(`${job.id} has nothing to send`);
  const { provider, sandbox, submission } = built;
  if (provider !== transport.name || sandbox !== transport.sandbox) {
    const reason = `sent through ${provider}${sandbox ? ' (sandbox)' : ''}, and ${transport.name} is configured`;
    parts.log.warn(
      { outbox_id: job.id, entity_id: job.entity_id, document_id: job.document_id, provider },
      'a filing stays unclear: it was sent through another provider than the one that is configured',
    );
    await change(working, 'file', (ctx) => recordUnclear(ctx, job, { reason, maybeSent, forPerson: true }));
    return backoff(working, Number.MAX_SAFE_INTEGER);
  }
  const { bytes, sha256 } = submission.document;
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    const { id: outbox_id, entity_id, document_id } = job;
    parts.log.error(
      { outbox_id, entity_id, document_id },
      'what waits to be filed was changed: it is not sent',
    );
    await change(working, 'file', (ctx) =>
      recordUnclear(ctx, job, { reason: CHANGED, maybeSent, forPerson: true }),
    );
    return backoff(working, Number.MAX_SAFE_INTEGER);
  }
  if (maybeSent) {
    const outcome = await ask(working, (signal) => transport.recover(submission, signal));
    return record(working, outcome, true);
  }
  const old = await change(working, 'file', async (ctx) => {
    const grown = hasGrownOld(ctx, job);
    await (grown ? dropBuilt(ctx.db, job, ctx.now) : markSent(ctx.db, job, ctx.now));
    return grown;
  });
  if (old) return 0;
  const outcome = await ask(working, (signal) => transport.send(submission, signal));
  return record(working, outcome, false);
};

/** An exception from a provider leaves the outcome unknown. */
const ask = async (working: Filing, call: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> => {
  let outcome: Outcome;
  try {
    outcome = await asking(working, call);
  } catch (error) {
    outcome = { kind: 'unknown', reason: toSentence(error) };
  }
  noteOutcome(working, outcome.kind);
  await working.reached('sent');
  return outcome;
};

/** `sentBefore`: whether an earlier attempt with these bytes may have filed them. */
const record = async (working: Filing, outcome: Outcome, sentBefore: boolean): Promise<Again> => {
  const { job } = working;
  if (outcome.kind === 'accepted') {
    await change(working, 'file', (ctx) => recordAccepted(ctx, job, outcome));
    return null;
  }
  const scope = await readScope(working);
  const late = sentBefore && hasGrownOld(scope, job);
  if (outcome.kind === 'rejected' && !late) {
    await change(working, 'file', (ctx) => recordRejected(ctx, job, outcome.faults));
    return null;
  }
  const reason = outcome.kind === 'unknown' ? outcome.reason : tooLate(outcome.faults);
  const turnedAway = outcome.kind === 'unknown' && outcome.turnedAway === true;
  const maybeSent = sentBefore || !turnedAway;
  const forPerson = late || (outcome.kind === 'unknown' && outcome.forPerson === true);
  // Until the mail server has perhaps taken it, nothing is unclear: it waits.
  return unclear(working, { reason, maybeSent, forPerson, waiting: job.by_mail && !maybeSent });
};

/** A refusal after the stamping deadline: an earlier attempt may have stamped it. */
const tooLate = (faults: readonly FilingFault[]): string =>
  `the provider refuses the document now that it is too old to be stamped (${faults[0]?.code ?? 'without a code'}), and never said whether it stamped it before`;

const unclear = async (working: Filing, facts: Unclear): Promise<Again> => {
  const { job, parts } = working;
  const attempts = job.attempts + 1;
  parts.log.warn(
    {
      outbox_id: job.id,
      entity_id: job.entity_id,
      document_id: job.document_id,
      attempts,
      maybe_sent: facts.maybeSent,
    },
    facts.maybeSent ? 'whether a document was filed is not known' : 'a document is not filed yet',
  );
  await change(working, 'file', (ctx) => recordUnclear(ctx, job, facts));
  return backoff(working, job.attempts);
};

/** Attempts at building a document. */
const MAX_BUILDS = 6;

/** Whether building fails permanently. */
export const failsForGood = async ({ parts, job }: Filing): Promise<boolean> =>
  job.state === 'approved' &&
  job.attempts + 1 >= MAX_BUILDS &&
  (await isUnbuilt(parts.books.database.reader, job));

/** An internal error persists. Nothing was sent yet, so the document can return to draft with the reason. */
export const giveUp = (working: Filing, error: unknown): Promise<void> =>
  change(working, 'file', (ctx) =>
    recordRejected(ctx, working.job, [
      {
        code: error instanceof ToolError ? error.code : 'internal_error',
        message:
          error instanceof ToolError
            ? error.message
            : 'The service could not build the document; the failure is in its log.',
        path: null,
        fix: `Submit the ${kindOf(working.job.document_id)?.noun ?? 'document'} again later; if it fails again, tell an administrator.`,
        source: 'service',
      },
    ]),
  );
