// Guessing is slowed down, never answered by a lock for good: whoever knows the e-mail address of a person could lock
// them out. Each attempt counts before it is checked, so that many at once do not slip through; a good one is forgiven.
import type { Database, Writer } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hashOf } from './secret.ts';
import { deleteMisses, lockMisses, type Misses, sweepMisses, updateMisses } from './store/misses.ts';

const MINUTE = 60_000;
const WINDOW_MS = 15 * MINUTE;
const LONGEST_MS = 60 * MINUTE;
/** After a delay the count is kept for this long. */
const MEMORY_MS = 2 * LONGEST_MS;

interface Subject {
  readonly hash: string;
  readonly limit: number;
}

const accountOf = (email: string): Subject => ({ hash: hashOf(`account ${email.toLowerCase()}`), limit: 10 });
const addressOf = (address: string): Subject => ({
  hash: hashOf(`address ${networkOf(address)}`),
  limit: 50,
});

/** Whoever has one IPv6 address has the 64 bits below it. */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!plain.includes(':')) return plain;
  if (plain.includes('.')) return plain.slice(plain.lastIndexOf(':') + 1);
  const [head = '', tail = ''] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
};

/** Counts an attempt; the moment until which none is taken, if there are too many. */
export const countAttempt = (
  database: Database,
  email: string,
  address: string,
  now: Date,
): Promise<Date | undefined> =>
  inTransaction(database, async (db) => {
    const subjects = [accountOf(email), addressOf(address)].toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
    const counted: (Subject & { readonly before: Misses })[] = [];
    for (const subject of subjects)
      counted.push({ ...subject, before: await lockMisses(db, subject.hash, now) });
    const blocked = counted
      .flatMap(({ before: { blocked_until: until } }) => (until !== null && until > now ? [until] : []))
      .toSorted((a, b) => b.getTime() - a.getTime())[0];
    if (blocked !== undefined) return blocked;
    for (const { hash, limit, before } of counted) await updateMisses(db, hash, addMiss(before, limit, now));
    await sweepMisses(db, new Date(now.getTime() - 24 * LONGEST_MS));
    return undefined;
  });

export const addMiss = (before: Misses, limit: number, now: Date): Misses => {
  const kept = before.misses < limit ? WINDOW_MS : MEMORY_MS;
  const misses = now.getTime() - before.last_at.getTime() > kept ? 1 : before.misses + 1;
  const over = misses - limit;
  const blocked_until =
    over < 0 ? null : new Date(now.getTime() + Math.min(MINUTE * 2 ** Math.min(over, 10), LONGEST_MS));
  return { misses, last_at: now, blocked_until };
};

export const deleteMissesOf = (db: Writer, email: string): Promise<void> =>
  deleteMisses(db, accountOf(email).hash);

/** The attempt was good: the account starts anew, and the address did not miss. */
export const forgive = async (db: Writer, email: string, address: string, now: Date): Promise<void> => {
  await deleteMisses(db, accountOf(email).hash);
  const { hash, limit } = addressOf(address);
  const before = await lockMisses(db, hash, now);
  const misses = Math.max(0, before.misses - 1);
  const blocked_until = misses < limit ? null : before.blocked_until;
  await updateMisses(db, hash, { ...before, misses, blocked_until });
};
