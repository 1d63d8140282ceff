// Databases for test files: one that those of a process share, or one of a file's own that is dropped when it is closed.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import {
  formatDatabaseUrl,
  parseDatabaseUrl,
  type DatabaseAddress,
} from '../../src/base/database-address.ts';
import { openDatabase, openKysely, type Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { PoolLimits } from '../../src/db/pool.ts';
import { addNeighbours, booksOf, type Neighbours } from './neighbours.ts';
import { startTestServer } from './server.ts';
import { watchTenancy } from './tenancy/watch.ts';
import { compareWritten } from './written.ts';

watchTenancy();
compareWritten();

export interface EmptyDatabase {
  readonly address: DatabaseAddress;
  /** The address as a URL, for another process. */
  readonly url: string;
  /** Drops it. */
  drop(): Promise<void>;
}

export interface TestDatabase {
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly url: string;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

interface UsedServer {
  readonly address: DatabaseAddress;
  stop(): Promise<void>;
}

let made = 0;
/** An own server of this process, shared by all its databases. */
let own: Promise<UsedServer> | undefined;
let users = 0;

/** A database without tables. */
export const createEmptyDatabase = async (): Promise<EmptyDatabase> => {
  const server = await useServer();
  made += 1;
  const name = `folio_test_${process.pid}_${made}`;
  await onServer(server.address, `create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`);
  const address = { ...server.address, database: name };
  const drop = async (): Promise<void> => {
    await onServer(server.address, `drop database if exists ${name}`);
    await server.stop();
  };
  return { address, url: formatDatabaseUrl(address), drop };
};

/** A migrated database without rows. */
export const createTestDatabase = async (limits: Partial<PoolLimits> = {}): Promise<TestDatabase> => {
  const empty = await createMigrated();
  const opened = await open(empty, limits);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await empty.drop();
    },
  };
};

/** A copy of the run's template, or migrated itself where there is none. */
const createMigrated = async (): Promise<EmptyDatabase> => {
  const empty = await createEmptyDatabase();
  const template = process.env['TEST_TEMPLATE'];
  await (template === undefined ? migrate(empty.address) : copySchema(template, empty.address));
  return empty;
};

const open = async (
  { address, url }: EmptyDatabase,
  limits: Partial<PoolLimits> = {},
): Promise<TestDatabase> => {
  const database = await openDatabase(address, { connections: 5, ...limits });
  return { database, address, url, close: () => database.close() };
};

interface SharedDatabase extends EmptyDatabase {
  readonly neighbours: Neighbours;
  readonly books: string;
}

/** The database that the test files of a process share, with the books of neighbours that none of them may touch. */
let shared: Promise<SharedDatabase> | undefined;

/** Opens the shared database; closing it leaves it to the next file. */
export const openSharedDatabase = async (): Promise<TestDatabase> => {
  shared ??= createShared();
  const { neighbours, books, ...empty } = await shared;
  const opened = await open(empty);
  return {
    ...opened,
    close: async () => {
      const found = await booksOf(opened.database, neighbours);
      await opened.close();
      assert.equal(found, books, 'the books of the neighbours are untouched');
    },
  };
};

const createShared = async (): Promise<SharedDatabase> => {
  const empty = await createMigrated();
  const { database, close } = await open(empty);
  const neighbours = await addNeighbours(database);
  const books = await booksOf(database, neighbours);
  await close();
  // Nothing of this process runs any more then.
  process.once('beforeExit', () => void empty.drop());
  return { ...empty, neighbours, books };
};

/**
 * A migrated database that the tests of this run copy, several times as fast as migrating; made by the launcher.
 * @public
 */
export const createTemplate = async (url: string): Promise<{ name: string; drop(): Promise<void> }> => {
  const server = parseDatabaseUrl(url);
  const name = `folio_test_${process.pid}_0`;
  await onServer(server, `create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`);
  await migrate({ ...server, database: name });
  return { name, drop: () => onServer(server, `drop database if exists ${name}`) };
};

/** No table refers to another, so their order does not matter; only the migrations' own tables have rows. */
const copySchema = async (template: string, address: DatabaseAddress): Promise<void> => {
  const kysely = openKysely(address, { connections: 1 });
  try {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = ${template}`.execute(
      kysely,
    );
    for (const { name } of rows)
      await sql`create table ${sql.table(name)} like ${sql.table(`${template}.${name}`)}`.execute(kysely);
    for (const name of ['schema_lock', 'schema_migration'])
      await sql`insert into ${sql.table(name)} select * from ${sql.table(`${template}.${name}`)}`.execute(
        kysely,
      );
  } finally {
    await kysely.destroy();
  }
};

/** The server of this run, as the launcher says; without one (benches, a single file by hand) an own one. */
const useServer = async (): Promise<UsedServer> => {
  const url = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'];
  if (url !== undefined) return { address: parseDatabaseUrl(url), stop: async () => undefined };
  own ??= startOwn();
  users += 1;
  const { address, stop } = await own;
  return {
    address,
    stop: async () => {
      users -= 1;
      if (users > 0) return;
      own = undefined;
      await stop();
    },
  };
};

const startOwn = async (): Promise<UsedServer> => {
  const server = await startTestServer();
  return { address: parseDatabaseUrl(server.url), stop: server.stop };
};

const onServer = async (address: DatabaseAddress, statement: string): Promise<void> => {
  const kysely = openKysely(address, { connections: 1 });
  try {
    await sql.raw(statement).execute(kysely);
  } finally {
    await kysely.destroy();
  }
};
