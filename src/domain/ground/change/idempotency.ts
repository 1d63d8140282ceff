// The same key and arguments within the window return the first answer; other arguments are refused. The claim is a
// row of the write's own transaction, so a second call waits until the first commits or rolls back.
import { createHash } from 'node:crypto';
import { SERVICE } from '../../../../generated/service.ts';
import { canonicalJson } from '../../../base/key-order.ts';
import { toolError } from '../../../base/errors.ts';
import type { Database } from '../../../db/database.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { instantToIso, toInstant } from '../../../db/instant.ts';
import { inTransaction, OutcomeUnknown } from '../../../db/transaction.ts';
import type { Act } from './act.ts';
import type { Actor } from './scope.ts';
import {
  type Claim,
  deleteAnswerBefore,
  deleteAnswersBefore,
  PRUNED,
  findAnswer,
  type KeptAnswer,
  insertClaim,
  updateAnswer,
} from './store.ts';

const WINDOW_MS = SERVICE.windows.idempotency_hours * 3_600_000;

/** Hex SHA-256 of the tool and its validated arguments, defaults filled in. */
export const hashArguments = (tool: string, params: unknown): string =>
  createHash('sha256')
    .update(`${tool}\n${canonicalJson(params)}`)
    .digest('hex');

/** Two API keys that choose the same word do not mean the same call. */
export const keyOfActor = ({ id }: Actor, key: string): string =>
  createHash('sha256').update(`${id}\n${key}`).digest('hex');

/** Of a call under this key, if it has one. */
export const claimOf = (
  owner: string,
  { actor, action, arguments_hash }: Pick<Act, 'actor' | 'action' | 'arguments_hash'>,
  key: string | undefined,
): Claim | undefined =>
  key === undefined
    ? undefined
    : { entity_id: owner, key: keyOfActor(actor, key), tool: action, arguments_hash };

export const isClaimTaken = (error: unknown): boolean => isDuplicate(error, 'PRIMARY');

/**
 * Returns the first answer if the key was used for the same call, undefined if the key is free or has expired.
 * Raises `idempotency_key_reused` if it was used for another call.
 */
export const earlierAnswer = async (
  database: Database,
  claim: Claim,
  now: Date,
): Promise<string | undefined> => {
  const oldest = oldestKept(now);
  const kept = await findAnswer(database, claim);
  if (kept !== undefined && kept.created_at < oldest)
    await unlessUnknown(inTransaction(database, (db) => deleteAnswerBefore(db, claim, oldest)));
  return kept && answerKept(kept, claim, oldest);
};

/** The same, and writes nothing. */
export const answerOfKey = async (
  database: Database,
  claim: Claim,
  now: Date,
): Promise<string | undefined> => {
  const kept = await findAnswer(database, claim);
  return kept && answerKept(kept, claim, oldestKept(now));
};

const oldestKept = (now: Date): string => toInstant(new Date(now.getTime() - WINDOW_MS));

const answerKept = (kept: KeptAnswer, claim: Claim, oldest: string): string | undefined => {
  if (kept.created_at < oldest) return undefined;
  if (kept.tool !== claim.tool || kept.arguments_hash !== claim.arguments_hash) {
    throw toolError('idempotency_key_reused', {
      first_tool: kept.tool,
      first_used_at: instantToIso(kept.created_at),
    });
  }
  return kept.answer;
};

/** What is forgotten beside a call must not leave the outcome of the call itself in doubt. */
const unlessUnknown = async <T>(forgetting: Promise<T>): Promise<T | undefined> => {
  try {
    return await forgetting;
  } catch (error) {
    if (error instanceof OutcomeUnknown) return undefined;
    throw error;
  }
};

/** How often a call looks for the answer of a concurrent call with the same key. */
const MAX_CLAIM_TRIES = 5;

/** The first answer under this claim, or that of the attempt, which makes the claim. */
export const answerOfClaim = async <T>(
  database: Database,
  claim: Claim,
  now: Date,
  attempt: () => Promise<T>,
): Promise<T | { readonly outcome: 'replayed'; readonly answer: string }> => {
  for (let tries = 0; tries < MAX_CLAIM_TRIES; tries += 1) {
    const earlier = await earlierAnswer(database, claim, now);
    if (earlier !== undefined) return { outcome: 'replayed', answer: earlier };
    try {
      return await attempt();
    } catch (error) {
      // Another call has the key: the next round reads its answer. The same settles an unknown outcome.
      if (!isClaimTaken(error) && !(error instanceof OutcomeUnknown)) throw error;
    }
  }
  throw toolError('database_unavailable', {});
};

const SWEEP_EVERY_MS = 600_000;
const MAX_ROUNDS = 50;

/** Forgets what is past the window, at most every ten minutes of an instance, in the wake of calls that keep answers. */
export const createSweep = (database: Database): ((now: Date) => Promise<void>) => {
  let last: number | undefined;
  return async (now) => {
    if (last !== undefined && Math.abs(now.getTime() - last) < SWEEP_EVERY_MS) return;
    last = now.getTime();
    const oldest = toInstant(new Date(now.getTime() - WINDOW_MS));
    for (let round = 0, pruned = PRUNED; pruned === PRUNED && round < MAX_ROUNDS; round += 1)
      pruned = (await unlessUnknown(inTransaction(database, (db) => deleteAnswersBefore(db, oldest)))) ?? 0;
  };
};

/** Stores the answer of work that ran in several transactions and is itself idempotent. */
export const rememberAnswer = async (
  database: Database,
  claim: Claim,
  answer: string,
  now: Date,
): Promise<void> => {
  try {
    await inTransaction(database, async (db) => {
      await insertClaim(db, claim, now);
      await updateAnswer(db, claim, answer);
    });
  } catch (error) {
    // An identical call finished first, with the same answer.
    if (!isClaimTaken(error)) throw error;
  }
};

/** The same was asked before under the same key, and is done. */
export class AlreadyMade extends Error {
  constructor(action: string) {
    super(`${action} was already done`);
    this.name = 'AlreadyMade';
  }
}

/** Work that claims the key of the act in its own transaction; the second time it is refused as made. */
export const workOnce = async <T>(
  database: Database,
  asked: {
    readonly owner: string;
    readonly key: string;
    readonly act: { readonly action: string; readonly arguments_hash: string; readonly now: Date };
  },
  work: (claim: Claim) => Promise<T>,
): Promise<T> => {
  const { action, arguments_hash, now } = asked.act;
  const claim: Claim = {
    entity_id: asked.owner,
    // One form may ask for several changes.
    key: `${asked.key}:${arguments_hash.slice(0, 16)}`,
    tool: action,
    arguments_hash,
  };
  if ((await earlierAnswer(database, claim, now)) !== undefined) throw new AlreadyMade(action);
  try {
    return await work(claim);
  } catch (error) {
    throw isClaimTaken(error) ? new AlreadyMade(action) : error;
  }
};
