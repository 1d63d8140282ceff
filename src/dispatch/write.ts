// A write: the change, its audit row, its event and its idempotency record are one transaction.
import { SERVICE } from '../../generated/service.ts';
import type { Writer } from '../db/database.ts';
import { instantToIso, toInstant } from '../db/instant.ts';
import { scoped } from '../db/scoped.ts';
import { inTransaction, OutcomeUnknown } from '../db/transaction.ts';
import type { Entity } from '../base/entity.ts';
import { writeTrail } from '../domain/change/trail.ts';
import { toolError } from '../base/errors.ts';
import { checkAnswer } from './answer-check.ts';
import { envelope } from './answer.ts';
import { entityContext, type Gathered, toWarning, type Warning } from './context.ts';
import type { DispatcherParts, Running } from './dispatcher.ts';
import { isTimedOut } from './failure.ts';
import {
  type Claim,
  claimKey,
  earlierAnswer,
  hashArguments,
  isClaimTaken,
  keepAnswer,
} from './idempotency.ts';

/** How often a call looks again for the answer of a twin that came first and went. */
const MAX_CLAIM_TRIES = 5;

/** Agents repeat calls; without a key the repeat is carried out, but its answer names the earlier record. */
const warnOfTwin = async (db: Writer, running: Running, entity: Entity, hash: string): Promise<Warning[]> => {
  const { descriptor, now } = running.facts;
  // A tool that may be called again makes no second record.
  if (!descriptor.warnings.includes('similar_write_recently')) return [];
  const since = new Date(now.getTime() - SERVICE.windows.similar_write_minutes * 60_000);
  const twin = await scoped({ db, entity }, 'audit')
    .select()
    .select(['record_id', 'occurred_at'])
    .where('action', '=', descriptor.name)
    .where('arguments_hash', '=', hash)
    .where('occurred_at', '>=', toInstant(since))
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (twin === undefined) return [];
  return [
    toWarning('similar_write_recently', {
      record_id: twin.record_id,
      created_at: instantToIso(twin.occurred_at),
    }),
  ];
};

const runOnce = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity,
  db: Writer,
  claim: Claim | undefined,
): Promise<string> => {
  const { facts, params, handler } = running;
  const { descriptor, identity, now, request_id } = facts;
  const arguments_hash = claim?.arguments_hash ?? hashArguments(descriptor.name, params);
  const gathered: Gathered = { warnings: [], changes: [] };
  const twin = claim === undefined ? await warnOfTwin(db, running, entity, arguments_hash) : [];
  if (claim !== undefined) await claimKey(db, claim, now);
  // The handler may keep or change its parameters; a retry must start from the same ones.
  const result = await handler(entityContext(facts, db, entity, gathered), structuredClone(params));
  const warned = (wanted: Warning['code']): boolean => gathered.warnings.some(({ code }) => code === wanted);
  // What the books hold already leaves no trail, and the handler has said so.
  const unchanged = warned('nothing_changed') || warned('already_awaiting_approval');
  // A handler that compares more closely has named the earlier record itself.
  if (!unchanged && !warned('similar_write_recently')) gathered.warnings.unshift(...twin);
  if (gathered.changes.length === 0 && !unchanged)
    throw new Error(`${descriptor.name} wrote without recording a change`);
  const actor = { type: 'key', id: identity.key_id } as const;
  const { organisation_id } = identity;
  const entry = {
    entity_id: entity.id,
    organisation_id,
    actor,
    action: descriptor.name,
    arguments_hash,
    request_id,
    now,
  };
  if (gathered.changes.length > 0) await writeTrail(db, entry, gathered.changes);
  const answer = envelope(descriptor, result, entity, params, gathered.warnings);
  const json = JSON.stringify(checkAnswer(parts, descriptor.name, answer));
  if (claim !== undefined) await keepAnswer(db, claim, json);
  // Past its time the call is rolled back, so that the answer "timed out" is true. A client that merely went away
  // may still be reading (a half-closed connection), and a write that is ready is better kept than lost.
  if (isTimedOut(facts.signal)) throw facts.signal.reason;
  return json;
};

export const asReplay = (json: string): string =>
  JSON.stringify({ ...(JSON.parse(json) as object), idempotent_replay: true });

export const runWrite = async (
  parts: DispatcherParts,
  running: Running,
  entity: Entity,
  key: string | undefined,
): Promise<string> => {
  const { database } = parts;
  const { descriptor, now } = running.facts;
  if (key === undefined) {
    return inTransaction(database, (db) => runOnce(parts, running, entity, db, undefined));
  }
  const arguments_hash = hashArguments(descriptor.name, running.params);
  const claim: Claim = { entity_id: entity.id, key, tool: descriptor.name, arguments_hash };
  for (let tries = 0; tries < MAX_CLAIM_TRIES; tries += 1) {
    const earlier = await earlierAnswer(database, claim, now);
    if (earlier !== undefined) return asReplay(earlier);
    try {
      return await inTransaction(database, (db) => runOnce(parts, running, entity, db, claim));
    } catch (error) {
      // Another call holds the key: its answer is read in the next round. An unknown outcome is settled the same way.
      if (!isClaimTaken(error) && !(error instanceof OutcomeUnknown)) throw error;
    }
  }
  throw toolError('database_unavailable', {});
};
