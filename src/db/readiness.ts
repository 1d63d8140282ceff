// Whether the books can be written to now. Only a statement that writes tells: settings such as `read_only` do not hold
// for every user, and one that reads succeeds on a full or read-only server too.
import { type Kysely, sql } from 'kysely';
import { NotReady } from '../base/start-error.ts';
import { isFull, isLostConnection, isReadOnly } from './errno.ts';
import { faultOf } from './fault.ts';
import type { DB } from './schema.ts';
import type { Space } from './space.ts';

/** Its row never exists, so that nothing is locked, logged or replicated. */
const NO_ROW = 0;
const MAX_TRIES = 3;

const FULL = 'The disk of the books is full; writes are refused until there is space.';

/** Throws `NotReady`. */
export const checkReady = async (kysely: Kysely<DB>, space: Space): Promise<void> => {
  if (await space.isFull()) throw new NotReady('storage_full', FULL);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`update schema_lock set locks = locks where id = ${NO_ROW}`.execute(kysely);
      return;
    } catch (error) {
      // An idle connection may have been closed; unlike a read, the driver's guard does not ask this again by itself.
      if (attempt >= MAX_TRIES || !isLostConnection(error)) throw toNotReady(error);
    }
  }
};

const toNotReady = (error: unknown): unknown => {
  if (isReadOnly(error)) return new NotReady('database_read_only', 'The database server takes no writes.');
  if (isFull(error)) return new NotReady('storage_full', FULL);
  if (faultOf(error) === undefined) return error;
  return new NotReady('database_unavailable', 'The database does not answer.');
};
