// Brings the schema up to date, forward only. Several processes may start at once, on several nodes of a cluster:
// a row, not a lock of the server, decides who migrates, because only rows are known on every node.
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { StartError } from '../base/start-error.ts';
import type { DatabaseAddress } from '../base/database-address.ts';
import { openKysely } from './database.ts';
import { errnoOf, isConflict, isDuplicate } from './errno.ts';
import { toInstant } from './instant.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/steps.ts';
import type { DB } from './schema.ts';

const LOCK_ID = 1;
/** A holder that has not renewed its lock for this long is taken for dead. */
const LOCK_SECONDS = 60;
const RENEW_EVERY_MS = 15_000;
const ASK_EVERY_MS = 100;
const NO_SUCH_TABLE = 1146;

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** How long to wait for another process that is migrating. */
  readonly wait_ms?: number;
}

/** Runs the migrations that are missing and answers their names. */
export const migrate = async (
  address: DatabaseAddress,
  { migrations = MIGRATIONS, wait_ms = 600_000 }: MigrateOptions = {},
): Promise<readonly string[]> => {
  // Two connections: one renews the lock while the other is busy with a long statement.
  const kysely = openKysely(address, { connections: 2, statement_timeout_ms: null });
  try {
    if ((await missingOf(kysely, migrations)).length === 0) return [];
    await createOwnTables(kysely);
    return await holdingLock(kysely, wait_ms, async (renew) => {
      const missing = await missingOf(kysely, migrations);
      for (const migration of missing) {
        await renew();
        await apply(kysely, migration);
      }
      return missing.map(({ name }) => name);
    });
  } finally {
    await kysely.destroy();
  }
};

/** Those not applied yet. Names that the database knows and this release does not belong to a newer one. */
const missingOf = async (
  kysely: Kysely<DB>,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> => {
  try {
    const rows = await kysely.selectFrom('schema_migration').select('name').execute();
    const applied = new Set(rows.map(({ name }) => name));
    return migrations.filter(({ name }) => !applied.has(name));
  } catch (error) {
    if (errnoOf(error) === NO_SUCH_TABLE) return migrations;
    throw error;
  }
};

const createOwnTables = async (kysely: Kysely<DB>): Promise<void> => {
  await sql`create table if not exists schema_migration (
    name varchar(100) collate utf8mb4_bin not null,
    applied_at datetime(3) not null,
    primary key (name)
  ) engine = InnoDB default character set utf8mb4`.execute(kysely);
  await sql`create table if not exists schema_lock (
    id int not null,
    holder varchar(200) collate utf8mb4_bin,
    held_until datetime(3),
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

const apply = async (kysely: Kysely<DB>, { name, run }: Migration): Promise<void> => {
  try {
    await run(kysely);
    await kysely
      .insertInto('schema_migration')
      .values({ name, applied_at: toInstant(new Date()) })
      .execute();
  } catch (error) {
    // Another process recorded it: its lock had run out and this one went on in its place, or the other way round.
    if (isDuplicate(error, 'PRIMARY')) return;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database migration ${name} failed: ${why}. It is safe to start again.`, {
      cause: error,
    });
  }
};

const holdingLock = async <T>(
  kysely: Kysely<DB>,
  wait_ms: number,
  work: (renew: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  const holder = `${hostname()}/${process.pid}/${Math.random().toString(36).slice(2)}`;
  const deadline = Date.now() + wait_ms;
  while (!(await takeLock(kysely, holder))) {
    if (Date.now() > deadline) {
      throw new StartError(
        'Another process is migrating the database and has not finished; start again later.',
      );
    }
    await pause(ASK_EVERY_MS);
  }
  const renew = async (): Promise<void> => {
    if (!(await takeLock(kysely, holder))) {
      throw new StartError('Another process took over the migration of the database; start again.');
    }
  };
  // A renewal that fails is noticed by the one before the next migration.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  try {
    return await work(renew);
  } finally {
    clearInterval(timer);
    await kysely
      .updateTable('schema_lock')
      .set({ holder: null, held_until: null })
      .where('id', '=', LOCK_ID)
      .where('holder', '=', holder)
      .execute()
      .catch(() => undefined);
  }
};

/** Takes or renews the lock; the server's clock decides, since the holders' clocks may differ. */
const takeLock = async (kysely: Kysely<DB>, holder: string): Promise<boolean> => {
  const result = await whileInConflict(() =>
    kysely
      .updateTable('schema_lock')
      .set({ holder, held_until: sql<string>`date_add(utc_timestamp(3), interval ${LOCK_SECONDS} second)` })
      .where('id', '=', LOCK_ID)
      .where(({ eb, or }) =>
        or([
          eb('holder', 'is', null),
          eb('holder', '=', holder),
          eb('held_until', '<', sql<string>`utc_timestamp(3)`),
        ]),
      )
      .executeTakeFirst(),
  );
  return result.numUpdatedRows === 1n;
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
