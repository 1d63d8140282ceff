// The only way to write: a function that runs atomically and is retried from its start after a conflict.
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Database, Writer } from './database.ts';
import { isConflict, isFull, isLostConnection, isReadOnly } from './errno.ts';
import { RowGone, SEND_HELD } from './held.ts';
import { writeEntries } from './trail/entries.ts';
import { watchMade, watchWrites } from './trail/touches.ts';

const MAX_TRIES = 10;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * The connection died after COMMIT was sent, or the server could not say what became of it, so it is unknown whether the work was stored. Only the idempotency key or
 * the record itself can tell.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while the transaction was being committed', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/**
 * Runs `work` in a transaction and commits it. `work` may run several times, so it must only read and write through
 * the Writer. If it throws, nothing is stored and the error is rethrown. What it leaves of the records that the trail
 * watches is written with it.
 */
export const inTransaction = async <T>(database: Database, work: (db: Writer) => Promise<T>): Promise<T> => {
  await database.space.require();
  for (let attempt = 1; ; attempt += 1) {
    let committing = false;
    let isStored = false;
    const { touches, plugin } = watchWrites(database);
    try {
      const stored = await database.kysely.transaction().execute(async (transaction) => {
        const result = await work(transaction.withPlugin(plugin) as Writer);
        await writeEntries(transaction as Writer, touches);
        await transaction.executeQuery(CompiledQuery.raw(SEND_HELD));
        committing = true;
        return result;
      });
      isStored = true;
      database.space.noteStored();
      return stored;
    } catch (error) {
      if (isFull(error)) database.space.noteFull();
      if (committing && !isTakenBack(error)) throw new OutcomeUnknown(error);
      // A server that became read-only has stored nothing, and the next try may reach the one that takes writes.
      const again =
        isLostConnection(error) || isReadOnly(error) || isConflict(error) || error instanceof RowGone;
      if (attempt >= MAX_TRIES || !again) throw error;
    } finally {
      for (const told of touches.afterwards) told(isStored);
    }
    await pause(pauseBefore(attempt));
  }
};

/** What a transaction would come to, and the ids of the rows that it would make. */
export interface Tried<T> {
  readonly result: T;
  readonly made: ReadonlySet<string>;
}

/** Ends a transaction that came to its end. */
class NotKept extends Error {}

/**
 * The same, but nothing is ever committed: before this returns, the server has taken the transaction back, or has lost the
 * connection, with which it takes it back. All statements are sent and answered, but for what the trail adds at a commit.
 */
export const tryInTransaction = async <T>(
  database: Database,
  work: (db: Writer) => Promise<T>,
): Promise<Tried<T>> => {
  const last: { tried?: Tried<T> } = {};
  try {
    return await inTransaction<never>(database, async (db) => {
      const made = watchMade(db);
      const result = await work(db);
      await db.executeQuery(CompiledQuery.raw(SEND_HELD));
      last.tried = { result, made };
      throw new NotKept();
    });
  } catch (error) {
    if (error instanceof NotKept && last.tried !== undefined) return last.tried;
    throw error;
  }
};

/** With these errors at COMMIT the server says that nothing is stored; any other leaves it open. */
const isTakenBack = (error: unknown): boolean => isConflict(error) || isReadOnly(error) || isFull(error);

/** Exponential back-off with jitter, so that two conflicting transactions do not meet again. */
const pauseBefore = (attempt: number): number =>
  Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
