// A write whose handler runs several transactions, each with its own audit trail. Such a tool answers the same when it
// is called again, so its idempotency key is stored only when the work is done.
import type { Entity } from '../base/entity.ts';
import type { Warning } from '../domain/ground/change/change.ts';
import {
  earlierAnswer,
  hashArguments,
  keyOfActor,
  rememberAnswer,
} from '../domain/ground/change/idempotency.ts';
import type { Claim } from '../domain/ground/change/store.ts';
import { checkAnswer, envelope } from './answer.ts';
import { toAct, entityContext } from './context.ts';
import type { DispatcherParts, Running } from './dispatcher.ts';
import { asReplay } from './write.ts';

export const runJob = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity,
  key: string | undefined,
): Promise<string> => {
  const { database } = parts.books;
  const { facts, params, handler } = running;
  const { name } = facts.descriptor;
  const arguments_hash = hashArguments(name, params);
  const claim: Claim | undefined =
    key === undefined
      ? undefined
      : {
          entity_id: entity.id,
          key: keyOfActor(toAct(facts, arguments_hash).actor, key),
          tool: name,
          arguments_hash,
        };
  const earlier = claim === undefined ? undefined : await earlierAnswer(database, claim, facts.now);
  if (earlier !== undefined) return asReplay(earlier);
  const warnings: Warning[] = [];
  const ctx = {
    ...entityContext(facts, database.reader, entity, warnings),
    ...toAct(facts, arguments_hash),
    books: parts.books,
    ...parts.jobs,
  };
  const result = await handler(ctx, structuredClone(params));
  const answer = envelope(facts.descriptor, result, entity, params, warnings);
  const json = JSON.stringify(checkAnswer(parts, name, answer));
  // The answer of a running job is not final.
  const isRunning = 'status' in result && result.status === 'running';
  if (claim !== undefined && !isRunning) await rememberAnswer(database, claim, json, facts.now);
  return json;
};
