// A write: the handler's change, its answer, and the records of both, in one transaction.
import type { Answering, Changed } from '../domain/ground/change/change.ts';
import { hashArguments } from '../domain/ground/change/idempotency.ts';
import type { Entity } from '../base/entity.ts';
import { checkAnswer, envelope } from './answer.ts';
import { toAct, callContext } from './context.ts';
import type { DispatcherParts, Running } from './dispatcher.ts';
import { isTimedOut } from './failure.ts';

export const asReplay = (json: string): string =>
  JSON.stringify({ ...(JSON.parse(json) as object), idempotent_replay: true });

export const runWrite = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity | undefined,
  idempotency_key: string | undefined,
): Promise<string> => {
  const { facts, params, handler } = running;
  const { descriptor, signal } = facts;
  const act = toAct(facts, hashArguments(descriptor.name, params));
  // The handler may keep or change its parameters; a retry must start from the same ones.
  const work = (ctx: object): Promise<object> =>
    handler({ ...callContext(facts), ...ctx }, structuredClone(params));
  const answering: Answering<object> = {
    idempotency_key,
    // A tool that may be called again makes no second record.
    warn_of_repeats: descriptor.warnings.includes('similar_write_recently'),
    answer: ({ result, warnings }: Changed<object>) =>
      JSON.stringify(
        checkAnswer(parts, descriptor.name, envelope(descriptor, result, entity, params, warnings)),
      ),
    keep: (text) =>
      descriptor.once === null
        ? text
        : JSON.stringify({ ...(JSON.parse(text) as object), [descriptor.once]: null }),
    // Past its time the call is rolled back, so that the answer "timed out" is true. A client that merely went away
    // may still be reading (a half-closed connection), and a write that is ready is better kept than lost.
    check_time: () => {
      if (isTimedOut(signal)) throw signal.reason;
    },
  };
  const { outcome, answer } =
    entity === undefined
      ? await parts.books.answerOrganisationChange(facts.identity.organisation_id, act, work, answering)
      : await parts.books.answerChange(entity, act, work, answering);
  return outcome === 'replayed' ? asReplay(answer) : answer;
};
