// Migrates the schema, forward only. Several processes may start at once, on several nodes of a cluster: a row rather
// than a server lock decides who migrates, because only rows are visible on every node.
import { sql, type Kysely } from 'kysely';
import { Refusal } from '../base/refusal.ts';
import { StartError } from '../base/start-error.ts';
import type { DatabaseAddress } from '../base/database-address.ts';
import { openKysely, type Reader } from './database.ts';
import { readErrno, isDuplicate } from './errno.ts';
import { parseInstant, toInstant } from './instant.ts';
import { BEFORE_BASELINE, findGap, type Migration, readMigrations, RESTORING } from './migrations/index.ts';
import { runOnce } from './migrations/statement.ts';
import { createSchemaLock, holdingSchemaLock } from './schema-lock.ts';
import type { DB } from './schema.ts';

const NO_SUCH_TABLE = 1146;
/** Refused to this user: a statement on a table, the database, a privilege. */
const DENIED: ReadonlySet<number | undefined> = new Set([1142, 1044, 1227]);

/** A large table takes its time. */
const LONGEST_STATEMENT_MS = 3_600_000;

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** How long to wait for another process that is migrating. */
  readonly wait_ms?: number;
  /** By the restore itself; for everybody else a restore that has not ended is an error. */
  readonly restoring?: boolean;
}

/** Applies the missing migrations and returns their names. */
export const migrate = async (
  address: DatabaseAddress,
  { migrations = readMigrations(), wait_ms = 600_000, restoring = false }: MigrateOptions = {},
): Promise<readonly string[]> => {
  if ((await findPlanned(address, migrations, restoring)).length === 0) return [];
  // Two connections: one renews the lease while the other runs a long statement.
  const kysely = openKysely(address, { connections: 2, statement_timeout_ms: LONGEST_STATEMENT_MS });
  try {
    await createOwnTables(kysely);
    return await holdingSchemaLock(kysely, wait_ms, async (check) => {
      const missing = await findMissing(kysely, address, migrations, restoring);
      for (const migration of missing) await apply(kysely, migration, check);
      return missing.map(({ name }) => name);
    });
  } catch (error) {
    throw explainDenied(error, address);
  } finally {
    await kysely.destroy();
  }
};

/** The migrations not applied yet. */
const findMissing = async (
  kysely: Kysely<DB>,
  { database }: DatabaseAddress,
  migrations: readonly Migration[],
  restoring: boolean,
): Promise<readonly Migration[]> => {
  try {
    const rows = await kysely.selectFrom('schema_migration').select('name').execute();
    const applied = new Set(rows.map(({ name }) => name));
    if (applied.has(RESTORING) && !restoring)
      throw new StartError(
        'A restore into this database is running, or was broken off; wait for its end, or restore into a new, empty database.',
      );
    const gap = findGap(applied, migrations[0]?.name);
    if (gap !== undefined)
      throw new StartError(
        `The tables of ${database} ${gap}. Start ${BEFORE_BASELINE} on them once, then this one.`,
      );
    return migrations.filter(({ name }) => !applied.has(name));
  } catch (error) {
    if (readErrno(error) === NO_SUCH_TABLE) return migrations;
    throw error;
  }
};

/** What `migrate` would apply, by their names. */
export const planMigrations = async (address: DatabaseAddress): Promise<readonly string[]> => {
  return (await findPlanned(address, readMigrations(), false)).map(({ name }) => name);
};

/** By itself with a short limit: nearly always there is nothing to do, and a server that hangs is soon noticed. */
const findPlanned = async (
  address: DatabaseAddress,
  migrations: readonly Migration[],
  restoring: boolean,
): Promise<readonly Migration[]> => {
  const kysely = openKysely(address, { connections: 1 });
  try {
    return await findMissing(kysely, address, migrations, restoring);
  } finally {
    await kysely.destroy();
  }
};

/** Marks an empty database, so that nobody takes it for the books before the restore has ended. */
export const startRestore = async (address: DatabaseAddress): Promise<void> => {
  const kysely = openKysely(address, { connections: 1 });
  try {
    await createOwnTables(kysely);
    await kysely
      .insertInto('schema_migration')
      .values({ name: RESTORING, applied_at: toInstant(new Date()) })
      .execute();
  } catch (error) {
    if (isDuplicate(error, 'PRIMARY'))
      throw new Refusal('wrong_state', 'Another restore into this database has begun.');
    throw explainDenied(error, address);
  } finally {
    await kysely.destroy();
  }
};

const explainDenied = (error: unknown, { user, database }: DatabaseAddress): unknown => {
  const cause = error instanceof StartError ? error.cause : error;
  if (!DENIED.has(readErrno(cause))) return error;
  return new StartError(
    `The tables of ${database} are older than this version, and the database user "${user}" may not change them: set DATABASE_MIGRATION_URL to a user who may, or run "npm run admin -- migrate" with one.`,
    { cause: error },
  );
};

const createOwnTables = async (kysely: Kysely<DB>): Promise<void> => {
  await sql`create table if not exists schema_migration (
    name varchar(100) collate utf8mb4_bin not null,
    applied_at datetime(3) not null,
    primary key (name)
  ) engine = InnoDB default character set utf8mb4`.execute(kysely);
  await createSchemaLock(kysely);
};

/** Recorded at the end: what was cut off before is run again, and finds what is there. */
const apply = async (
  kysely: Kysely<DB>,
  { name, statements }: Migration,
  check: () => Promise<void>,
): Promise<void> => {
  for (const statement of statements) {
    await check();
    await naming(name, runOnce(kysely, statement));
  }
  await naming(name, record(kysely, name));
};

const record = async (kysely: Kysely<DB>, name: string): Promise<void> => {
  try {
    await kysely
      .insertInto('schema_migration')
      .values({ name, applied_at: toInstant(new Date()) })
      .execute();
  } catch (error) {
    // Another process recorded it: one of the two leases had expired and both ran the migration.
    if (!isDuplicate(error, 'PRIMARY')) throw error;
  }
};

const naming = async (name: string, work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database migration ${name} failed: ${why}. It is safe to start again.`, {
      cause: error,
    });
  }
};

/** When this migration ran, and the first one, in milliseconds. */
export const appliedAt = async (
  db: Reader,
  migration: string,
): Promise<{ readonly first: number; readonly migration: number | null }> => {
  const { rows } = await sql<{ name: string; applied_at: string }>`
    select name, applied_at from schema_migration`.execute(db as Kysely<DB>);
  const times = rows.map(({ name, applied_at }) => ({ name, at: parseInstant(applied_at).getTime() }));
  return {
    first: Math.min(...times.map(({ at }) => at)),
    migration: times.find(({ name }) => name === migration)?.at ?? null,
  };
};
