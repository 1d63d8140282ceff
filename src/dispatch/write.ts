// Writes: the handler's change, its answer, and the records of both.
import type { ToolDescriptor } from '../../generated/dispatch.ts';
import type { Entity } from '../base/entity.ts';
import type { Answering, Changed, Warning } from '../domain/ground/change/change.ts';
import {
  claimOf,
  earlierAnswer,
  hashArguments,
  rememberAnswer,
} from '../domain/ground/change/idempotency.ts';
import { envelope, writeAnswer } from './answer.ts';
import { callContext, type DispatcherParts, entityContext, type Running, toAct } from './context.ts';
import { isTimedOut } from './failure.ts';

const asReplay = (json: string, dry_run = false): string =>
  JSON.stringify({
    ...(JSON.parse(json) as object),
    idempotent_replay: true,
    ...(dry_run ? { dry_run: true } : {}),
  });

/** What a repeat is answered: a secret that is shown once is not kept. */
const withoutOnce = ({ once }: Pick<ToolDescriptor, 'once'>, text: string): string =>
  once === null ? text : JSON.stringify({ ...(JSON.parse(text) as object), [once]: null });

/** In one transaction; of a dry run, in one that is taken back before the answer. */
export const runWrite = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity | undefined,
  idempotency_key: string | undefined,
): Promise<string> => {
  const { facts, params, handler, taken, dry_run } = running;
  const { descriptor } = facts;
  const act = toAct(facts, hashArguments(descriptor.name, params));
  // The handler may keep or change its parameters; a retry must start from the same ones.
  const work = (ctx: object): Promise<object> =>
    handler(Object.assign(callContext(facts), ctx, { dry_run }), structuredClone(params));
  const answering: Answering<object> = {
    idempotency_key,
    dry_run,
    // A tool that may be called again makes no second record.
    warn_of_repeats: descriptor.warnings.includes('similar_write_recently'),
    answer: ({ result, warnings }: Changed<object>) => {
      const answer = envelope(facts, result, entity, params, [...taken, ...warnings]);
      if (dry_run) Object.assign(answer, { dry_run });
      return writeAnswer(parts, facts, answer);
    },
    keep: (text) => withoutOnce(descriptor, text),
    // Past its time the call is rolled back, so that the answer "timed out" is true. A client that merely went away
    // may still be reading (a half-closed connection), and a write that is ready is better kept than lost.
    check_time: () => {
      if (isTimedOut(facts.deadline.signal)) throw facts.deadline.signal.reason;
    },
  };
  const { outcome, answer } =
    entity === undefined
      ? await parts.books.answerOrganisationChange(facts.identity.organisation_id, act, work, answering)
      : await parts.books.answerChange(entity, act, work, answering);
  return outcome === 'replayed' ? asReplay(answer, dry_run) : answer;
};

/**
 * A write whose handler runs several transactions, each with its own audit trail. Such a tool answers the same when it
 * is called again, so its idempotency key is stored only when the work is done.
 */
export const runJob = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity,
  key: string | undefined,
): Promise<string> => {
  const { database } = parts.books;
  const { facts, params, handler, taken } = running;
  const { name } = facts.descriptor;
  const arguments_hash = hashArguments(name, params);
  const claim = claimOf(entity.id, toAct(facts, arguments_hash), key);
  const earlier = claim === undefined ? undefined : await earlierAnswer(database, claim, facts.now);
  if (earlier !== undefined) return asReplay(earlier);
  const warnings: Warning[] = [...taken];
  const ctx = Object.assign(entityContext(facts, database.reader, entity, warnings), {
    ...toAct(facts, arguments_hash),
    books: parts.books,
    ...parts.jobs,
  });
  const result = await handler(ctx, structuredClone(params));
  const answer = envelope(facts, result, entity, params, warnings);
  const json = writeAnswer(parts, facts, answer);
  // The answer of a running job is not final.
  const isRunning = 'status' in result && result.status === 'running';
  if (claim !== undefined && !isRunning)
    await rememberAnswer(database, claim, withoutOnce(facts.descriptor, json), facts.now);
  return json;
};
