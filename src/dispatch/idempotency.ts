// Same key and arguments within the window answer the first result again; other arguments are refused. The claim
// is a row of the write's own transaction, so a second call waits until the first has committed or gone.
import { createHash } from 'node:crypto';

import { SERVICE } from '../../generated/service.ts';
import type { Database, Writer } from '../db/database.ts';
import { isDuplicate } from '../db/errno.ts';
import { instantToIso, toInstant } from '../db/instant.ts';
import { scoped, type ScopedWrites } from '../db/scoped.ts';
import { inTransaction } from '../db/transaction.ts';
import { toolError } from '../base/errors.ts';

export interface Claim {
  readonly entity_id: string;
  readonly key: string;
  readonly tool: string;
  readonly arguments_hash: string;
}

const WINDOW_MS = SERVICE.windows.idempotency_hours * 3_600_000;

const keysOf = (db: Writer, { entity_id }: Claim): ScopedWrites<'idempotency'> =>
  scoped({ db, entity: { id: entity_id } }, 'idempotency');

/** JSON with sorted keys: the same arguments in another order are the same arguments. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)]),
  );
};

/** Hex SHA-256 of the tool and its validated arguments, defaults filled in. */
export const hashArguments = (tool: string, params: unknown): string =>
  createHash('sha256')
    .update(`${tool}\n${JSON.stringify(canonical(params))}`)
    .digest('hex');

/** Takes the key for this transaction; raises the duplicate-key error of the database when it is taken. */
export const claimKey = async (db: Writer, claim: Claim, now: Date): Promise<void> => {
  await keysOf(db, claim)
    .insert({
      idempotency_key: claim.key,
      tool: claim.tool,
      arguments_hash: claim.arguments_hash,
      answer: '',
      created_at: toInstant(now),
    })
    .execute();
};

/** Keeps the answer beside the claim. */
export const keepAnswer = async (db: Writer, claim: Claim, answer: string): Promise<void> => {
  await keysOf(db, claim).update().set({ answer }).where('idempotency_key', '=', claim.key).execute();
};

export const isClaimTaken = (error: unknown): boolean => isDuplicate(error, 'PRIMARY');

/**
 * The first answer when the key was used for the same call, undefined when the key is free (again).
 * Raises when it was used for another one.
 */
export const earlierAnswer = async (
  database: Database,
  claim: Claim,
  now: Date,
): Promise<string | undefined> => {
  const row = await scoped({ db: database.reader, entity: { id: claim.entity_id } }, 'idempotency')
    .select()
    .select(['tool', 'arguments_hash', 'answer', 'created_at'])
    .where('idempotency_key', '=', claim.key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const oldest = toInstant(new Date(now.getTime() - WINDOW_MS));
  if (row.created_at < oldest) {
    await forget(database, claim, oldest);
    return undefined;
  }
  if (row.tool !== claim.tool || row.arguments_hash !== claim.arguments_hash) {
    throw toolError('idempotency_key_reused', {
      first_tool: row.tool,
      first_used_at: instantToIso(row.created_at),
    });
  }
  return row.answer;
};

/** Frees a key whose window has passed. */
const forget = (database: Database, claim: Claim, oldest: string): Promise<unknown> =>
  inTransaction(database, (db) =>
    keysOf(db, claim)
      .delete()
      .where('idempotency_key', '=', claim.key)
      .where('created_at', '<', oldest)
      .execute(),
  );
