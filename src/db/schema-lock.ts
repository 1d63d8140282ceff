// The lease for migrating, on the one row of `schema_lock`. Its columns keep their names, so that old and new releases
// exclude each other.
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type UpdateObject } from 'kysely';
import { StartError } from '../base/start-error.ts';
import { isConflict } from './errno.ts';
import {
  holds,
  isFree,
  type Lease,
  mayTake,
  newOwner,
  nextLease,
  RELEASED,
  renewed,
  taken,
  whileHolding,
} from './lease.ts';
import { LOCKED } from './row-lock.ts';
import type { Writer } from './database.ts';
import type { DB } from './schema.ts';

const LOCK_ID = 1;
const LOCK_MS = 60_000;
const ASK_EVERY_MS = 100;
const COLUMNS = { owner: 'holder', until: 'held_until', fence: 'fence' };

export const createSchemaLock = async (kysely: Kysely<DB>): Promise<void> => {
  await sql`create table if not exists schema_lock (
    id int not null,
    holder varchar(200) collate utf8mb4_bin,
    held_until datetime(3),
    fence int not null default 0,
    locks int not null default 0,
    primary key (id)
  ) engine = InnoDB default character set utf8mb4`.execute(kysely);
  await whileInConflict(() =>
    kysely
      .insertInto('schema_lock')
      .ignore()
      .values({ id: LOCK_ID, holder: null, held_until: null })
      .execute(),
  );
};

/** Waits until no other process migrates, then runs the work; `check` throws once another process has taken over. */
export const holdingSchemaLock = async <T>(
  kysely: Kysely<DB>,
  wait_ms: number,
  work: (check: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  const lease = await takeInTime(kysely, wait_ms);
  const { lease_until: held_until } = renewed(LOCK_MS);
  const renew = () => update(kysely, lease, { held_until });
  try {
    return await whileHolding({ what: 'the schema', lease_ms: LOCK_MS, renew }, () =>
      work(async () => {
        if (!(await renew()))
          throw new StartError('Another process took over the migration of the database; start again.');
      }),
    );
  } finally {
    const { lease_owner: holder, lease_until } = RELEASED;
    await update(kysely, lease, { holder, held_until: lease_until }).catch(() => undefined);
  }
};

const takeInTime = async (kysely: Kysely<DB>, wait_ms: number): Promise<Lease> => {
  const owner = newOwner();
  const deadline = Date.now() + wait_ms;
  for (;;) {
    const lease = await take(kysely, owner);
    if (lease !== undefined) return lease;
    if (Date.now() > deadline)
      throw new StartError(
        'Another process is migrating the database and has not finished; start again later.',
      );
    await pause(ASK_EVERY_MS);
  }
};

const take = async (kysely: Kysely<DB>, owner: string): Promise<Lease | undefined> => {
  const row = await kysely
    .selectFrom('schema_lock')
    .select('fence as lease_fence')
    .where('id', '=', LOCK_ID)
    .where(isFree(COLUMNS))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const lease = nextLease(owner, row);
  const { lease_owner: holder, lease_until: held_until, lease_fence: fence } = taken(lease, LOCK_MS);
  const { numUpdatedRows } = await whileInConflict(() =>
    kysely
      .updateTable('schema_lock')
      .set({ holder, held_until, fence })
      .where('id', '=', LOCK_ID)
      .where(mayTake(lease, COLUMNS))
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n ? lease : undefined;
};

/** Updates the row if this lease holds it, and returns whether it did. */
const update = async (
  kysely: Kysely<DB>,
  lease: Lease,
  change: UpdateObject<DB, 'schema_lock'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await whileInConflict(() =>
    kysely
      .updateTable('schema_lock')
      .set(change)
      .where('id', '=', LOCK_ID)
      .where(holds(lease, COLUMNS))
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
};

const whileInConflict = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    await pause(ASK_EVERY_MS * Math.random());
  }
};

/** Serialises the transactions that create the first books of a new database. */
export const lockFirstStart = async (db: Writer): Promise<void> => {
  await db.updateTable('schema_lock').set(LOCKED).where('id', '=', LOCK_ID).execute();
};
