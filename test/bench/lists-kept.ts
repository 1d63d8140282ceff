// A filled database: made once and kept in `BENCH_FOLDER`, or made and removed where none is named.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { formatDatabaseUrl } from '../../src/base/database-address.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { driverOptions } from '../../src/db/pool.ts';
import { addEntity, addOrganisation } from '../support/books.ts';
import type { TestDatabase } from '../support/database.ts';
import { type Companies, makeLists, type Sizes } from './lists-data.ts';
import { indexParts } from '../support/parts.ts';
import type { Compared } from './lists.ts';

const FOLDER = process.env['BENCH_FOLDER'] ?? '';

/** A database of the bench's server, and what it is filled with. */
export interface Filled {
  readonly name: string;
  readonly sizes: Sizes;
  /** What else it needs, once. */
  readonly more?: (connection: Connection, companies: Companies) => Promise<void>;
}

const find = async (connection: Connection, query: string): Promise<RowDataPacket[]> =>
  (await connection.query<RowDataPacket[]>(query))[0];

/** Whether a run before this one filled it to the end. */
const isFilled = async (connection: Connection, name: string): Promise<boolean> =>
  (
    await find(
      connection,
      `select 1 from information_schema.tables where table_schema = '${name}' and table_name = 'bench_filled'`,
    )
  ).length > 0;

const fill = async (
  connection: Connection,
  { database, address }: TestDatabase,
  { sizes, more }: Filled,
): Promise<void> => {
  const organisation = await addOrganisation(database);
  const large = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
  const small = await addEntity(database, organisation, { country_code: 'MX' });
  const began = performance.now();
  await connection.changeUser({ database: address.database });
  const companies = { large, small, organisation };
  await makeLists(connection, sizes, companies);
  await more?.(connection, companies);
  await connection.query('create table bench_filled (filled int)');
  console.log(`  made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
};

const findCompared = async (connection: Connection, name: string): Promise<Compared> => {
  const rows = await find(
    connection,
    `select id, organisation_id, first, size from ${name}.bench_company join ${name}.entity using (id) where k < 2
      order by k desc`,
  );
  const [small, large] = rows.map(({ id, first, size }) => ({
    id: id as EntityId,
    first: Number(first),
    size: Number(size),
  }));
  if (small === undefined || large === undefined) throw new Error('the database has no two companies');
  return { organisation: rows[0]?.['organisation_id'] as OrganisationId, small, large };
};

/** Runs the work on the filled and migrated database. */
export const withLists = async (
  wanted: Filled,
  work: (kept: TestDatabase, compared: Compared) => Promise<void>,
): Promise<void> => {
  const { name } = wanted;
  const data_dir = FOLDER === '' ? join(packageRoot(), '.data', 'bench') : FOLDER;
  const server = await startEmbedded({ data_dir, download: true, say: console.error, profile: 'service' });
  const address = { ...server.address, database: name };
  const connection = await createConnection(driverOptions(server.address));
  try {
    const filled = await isFilled(connection, name);
    if (!filled) {
      await connection.query(`drop database if exists ${name}`);
      await connection.query(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_ci`);
    }
    await migrate(address);
    const database = await openDatabase(address, { connections: 5 });
    const kept = { database, address, url: formatDatabaseUrl(address), close: () => database.close() };
    if (!filled) await fill(connection, kept, wanted);
    const compared = await findCompared(connection, name);
    await indexParts(database, [compared.small.id, compared.large.id]);
    await work(kept, compared);
  } finally {
    await connection.end();
    await server.stop();
    if (FOLDER === '') rmSync(data_dir, { recursive: true, force: true });
  }
};
