// Statements on failed sign-ins, counted for an account and for a network address.
import type { Writer } from '../../../../db/database.ts';
import { parseInstant, toInstant } from '../../../../db/instant.ts';

export interface Misses {
  readonly misses: number;
  readonly last_at: Date;
  readonly blocked_until: Date | null;
}

type MissRow = { misses: number; last_at: string; blocked_until: string | null };

const toMisses = ({ misses, last_at, blocked_until }: MissRow): Misses => ({
  misses,
  last_at: parseInstant(last_at),
  blocked_until: blocked_until === null ? null : parseInstant(blocked_until),
});

/** Locked, so that attempts at the same time are counted one after another. */
export const lockMisses = async (db: Writer, subject_hash: string, now: Date): Promise<Misses> => {
  await db
    .insertInto('sign_in_miss')
    .values({ subject_hash, misses: 0, last_at: toInstant(now), blocked_until: null })
    .ignore()
    .execute();
  const row = await db
    .selectFrom('sign_in_miss')
    .select(['misses', 'last_at', 'blocked_until'])
    .where('subject_hash', '=', subject_hash)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toMisses(row);
};

export const updateMisses = async (
  db: Writer,
  subject_hash: string,
  { misses, last_at, blocked_until }: Misses,
): Promise<void> => {
  await db
    .updateTable('sign_in_miss')
    .set({
      misses,
      last_at: toInstant(last_at),
      blocked_until: blocked_until === null ? null : toInstant(blocked_until),
    })
    .where('subject_hash', '=', subject_hash)
    .execute();
};

export const deleteMisses = async (db: Writer, subject_hash: string): Promise<void> => {
  await db.deleteFrom('sign_in_miss').where('subject_hash', '=', subject_hash).execute();
};

/** Some of those that nobody counts any more. */
export const sweepMisses = async (db: Writer, lastBefore: Date): Promise<void> => {
  await db.deleteFrom('sign_in_miss').where('last_at', '<', toInstant(lastBefore)).limit(SWEPT).execute();
};

const SWEPT = 100;
