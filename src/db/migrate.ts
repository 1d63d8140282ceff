// Migrates the schema, forward only. Several processes may start at once, on several nodes of a cluster: a row rather
// than a server lock decides who migrates, because only rows are visible on every node.
import { sql, type Kysely } from 'kysely';
import { StartError } from '../base/start-error.ts';
import type { DatabaseAddress } from '../base/database-address.ts';
import { openKysely } from './database.ts';
import { readErrno, isDuplicate } from './errno.ts';
import { toInstant } from './instant.ts';
import type { Migration } from './migrations/steps.ts';
import { createSchemaLock, holdingSchemaLock } from './schema-lock.ts';
import type { DB } from './schema.ts';

const NO_SUCH_TABLE = 1146;

export interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** How long to wait for another process that is migrating. */
  readonly wait_ms?: number;
}

/** Applies the missing migrations and returns their names. */
export const migrate = async (
  address: DatabaseAddress,
  { migrations: given, wait_ms = 600_000 }: MigrateOptions = {},
): Promise<readonly string[]> => {
  const migrations = given ?? (await import('./migrations/index.ts')).MIGRATIONS;
  // Two connections: one renews the lease while the other runs a long statement.
  const kysely = openKysely(address, { connections: 2, statement_timeout_ms: null });
  try {
    if ((await findMissing(kysely, migrations)).length === 0) return [];
    await createOwnTables(kysely);
    return await holdingSchemaLock(kysely, wait_ms, async (check) => {
      const missing = await findMissing(kysely, migrations);
      for (const migration of missing) {
        await check();
        await apply(kysely, migration);
      }
      return missing.map(({ name }) => name);
    });
  } finally {
    await kysely.destroy();
  }
};

/** The migrations not applied yet. Applied names that this release lacks belong to a newer one. */
const findMissing = async (
  kysely: Kysely<DB>,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> => {
  try {
    const rows = await kysely.selectFrom('schema_migration').select('name').execute();
    const applied = new Set(rows.map(({ name }) => name));
    return migrations.filter(({ name }) => !applied.has(name));
  } catch (error) {
    if (readErrno(error) === NO_SUCH_TABLE) return migrations;
    throw error;
  }
};

const createOwnTables = async (kysely: Kysely<DB>): Promise<void> => {
  await sql`create table if not exists schema_migration (
    name varchar(100) collate utf8mb4_bin not null,
    applied_at datetime(3) not null,
    primary key (name)
  ) engine = InnoDB default character set utf8mb4`.execute(kysely);
  await createSchemaLock(kysely);
};

const apply = async (kysely: Kysely<DB>, { name, run }: Migration): Promise<void> => {
  try {
    await run(kysely);
    await kysely
      .insertInto('schema_migration')
      .values({ name, applied_at: toInstant(new Date()) })
      .execute();
  } catch (error) {
    // Another process recorded it: one of the two leases had expired and both ran the migration.
    if (isDuplicate(error, 'PRIMARY')) return;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database migration ${name} failed: ${why}. It is safe to start again.`, {
      cause: error,
    });
  }
};
