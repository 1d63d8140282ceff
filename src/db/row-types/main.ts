// `npm run rows` writes src/db/rows.ts from the migrated schema; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openKysely } from '../database.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { packageRoot } from '../../base/package-root.ts';
import { migrate } from '../migrate.ts';
import { WATCHED_TABLES } from '../trail/kinds.ts';
import { compareRowTypes, ROWS, WATCHED_COLUMNS, writeRowTypes, writeWatchedColumns } from './emit.ts';
import { readColumns } from './read-columns.ts';
import { readStated } from './stated.ts';

/** Named like a test database, so that the next test run drops a leftover. */
const DATABASE = `folio_test_${process.pid}_0`;

const readSchema = async (root: string) => {
  const server = await startEmbedded({
    data_dir: join(root, '.data', 'test'),
    download: process.env['DATABASE_DOWNLOAD'] !== '0',
    say: (line) => process.stderr.write(`${line}\n`),
    profile: 'test',
  });
  const kysely = openKysely(server.address, { connections: 1 });
  try {
    await sql`create database ${sql.id(DATABASE)} character set utf8mb4 collate utf8mb4_unicode_ci`.execute(
      kysely,
    );
    const address = { ...server.address, database: DATABASE };
    await migrate(address);
    const migrated = openKysely(address, { connections: 1 });
    try {
      return await readColumns(migrated);
    } finally {
      await migrated.destroy();
    }
  } finally {
    await sql`drop database if exists ${sql.id(DATABASE)}`.execute(kysely);
    await kysely.destroy();
    await server.stop();
  }
};

const root = packageRoot();
const columns = await readSchema(root);
const files = [
  [ROWS, writeRowTypes(columns, readStated(root))],
  [WATCHED_COLUMNS, writeWatchedColumns(columns, WATCHED_TABLES)],
] as const;
for (const [file, wanted] of files) {
  const path = join(root, file);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, wanted);
    continue;
  }
  const fault = compareRowTypes(readFileSync(path, 'utf8'), wanted, file);
  if (fault === undefined) continue;
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
