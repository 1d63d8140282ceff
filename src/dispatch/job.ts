// A write whose handler runs several transactions, each with its own trail. Such a tool answers the same when it is
// called again, so a key only has to be remembered once the work is done.
import type { Entity } from '../base/entity.ts';
import type { JobScope } from '../domain/change/scope.ts';
import { inTransaction } from '../db/transaction.ts';
import { checkAnswer } from './answer-check.ts';
import { envelope } from './answer.ts';
import { entityContext, type Gathered } from './context.ts';
import type { DispatcherParts, Running } from './dispatcher.ts';
import {
  type Claim,
  claimKey,
  earlierAnswer,
  hashArguments,
  isClaimTaken,
  keepAnswer,
} from './idempotency.ts';
import { asReplay } from './write.ts';

export const runJob = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity,
  key: string | undefined,
): Promise<string> => {
  const { database, jobs } = parts;
  const { facts, params, handler } = running;
  const arguments_hash = hashArguments(facts.descriptor.name, params);
  const claim: Claim | undefined =
    key === undefined
      ? undefined
      : { entity_id: entity.id, key, tool: facts.descriptor.name, arguments_hash };
  const earlier = claim === undefined ? undefined : await earlierAnswer(database, claim, facts.now);
  if (earlier !== undefined) return asReplay(earlier);
  const gathered: Gathered = { warnings: [], changes: [] };
  const { record: _record, ...books } = entityContext(facts, database.reader, entity, gathered);
  const job: Pick<JobScope, 'database' | 'action' | 'arguments_hash'> = {
    database,
    action: facts.descriptor.name,
    arguments_hash,
  };
  const result = await handler({ ...books, ...job, ...jobs }, structuredClone(params));
  const answer = envelope(facts.descriptor, result, entity, params, gathered.warnings);
  const json = JSON.stringify(checkAnswer(parts, facts.descriptor.name, answer));
  // Work that goes on has no last answer yet.
  const goesOn = 'status' in result && result.status === 'running';
  if (claim !== undefined && !goesOn) await remember(parts, claim, json, facts.now);
  return json;
};

const remember = async (parts: DispatcherParts, claim: Claim, json: string, now: Date): Promise<void> => {
  try {
    await inTransaction(parts.database, async (db) => {
      await claimKey(db, claim, now);
      await keepAnswer(db, claim, json);
    });
  } catch (error) {
    // A twin of the call finished first; both say the same.
    if (!isClaimTaken(error)) throw error;
  }
};
