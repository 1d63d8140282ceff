// Files of exports when something breaks in the middle: what was there stays, and nothing looks whole that is not.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { sql } from 'kysely';

import { csvFile, textColumn } from '../../../src/base/csv.ts';
import { type ExportScope, writeExport } from '../../../src/domain/views/exports/file.ts';
import type { ExportSource } from '../../../src/domain/views/exports/source.ts';
import { addEntity, addOrganisation } from '../../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openBooks } from '../../support/scope.ts';

interface Row {
  readonly n: number;
}
const COLUMNS = [textColumn<Row>('n', ({ n }) => String(n))];

let db: TestDatabase;
let ctx: ExportScope;
let folder: string;
before(async () => {
  db = await createTestDatabase();
  const organisation = await addOrganisation(db.database);
  const entity = await addEntity(db.database, organisation, { country_code: 'MX' });
  ctx = (await openBooks(db.database, organisation, entity)).reading;
  folder = mkdtempSync(join(tmpdir(), 'folio-export-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await db.close();
});

const rowsThat = async function* (count: number, end: () => void = () => undefined): AsyncGenerator<Row> {
  for (let n = 0; n < count; n += 1) yield { n };
  end();
};

test('rows that fail in the middle leave the earlier file as it was, and nothing beside it', async () => {
  const path = join(folder, 'a.csv');
  writeFileSync(path, 'earlier');
  const broken = rowsThat(1_200, () => {
    throw new Error('broken');
  });
  await assert.rejects(csvFile(path)(COLUMNS, broken), /^Error: broken$/);
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
  assert.deepEqual(readdirSync(folder), ['a.csv']);
});

test('a place that takes no file is told as such', { skip: process.platform !== 'linux' }, async () => {
  await assert.rejects(csvFile('/proc/self/export.csv')(COLUMNS, rowsThat(1)), {
    code: 'unwritable_file',
  });
});

const sourceOf = (rows: () => AsyncIterable<Row>, count: number): ExportSource<Row> => ({
  columns: COLUMNS,
  order: [],
  read: async () => [],
  stream: rows,
  count: async () => count,
  countUpTo: async () => count,
});

test('a stream that ends early is no whole file', async () => {
  const path = join(folder, 'a.csv');
  await assert.rejects(
    writeExport(db.database, ctx, { write: csvFile(path) }, async () => sourceOf(() => rowsThat(3), 4)),
    /3 of 4 rows/,
  );
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
});

/** A hundred thousand rows from the server, of half a kilobyte each; `at` runs after the two thousandth. */
const manyRows = async function* (scope: ExportScope, at: () => unknown): AsyncGenerator<Row> {
  const digits = ['a', 'b', 'c', 'd', 'e'].map(
    (name) => sql`(select 0 as d union all select 1 union all select 2 union all select 3 union all select 4
      union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) ${sql.raw(name)}`,
  );
  const many = sql<Row>`(select a.d as n, repeat('x', 500) as filling from ${sql.join(digits)})`;
  let count = 0;
  for await (const row of scope.db.selectFrom(many.as('many')).selectAll().stream()) {
    count += 1;
    if (count === 2_000) await at();
    yield row;
  }
};

const poolWorks = async (): Promise<void> => {
  // As many as the pool has, at once.
  const asked = Array.from({ length: 10 }, () =>
    sql<
      Record<string, string>
    >`show variables where variable_name in ('tx_isolation', 'transaction_isolation')`.execute(
      db.database.kysely,
    ),
  );
  const levels = (await Promise.all(asked)).flatMap(({ rows }) => rows.map((row) => Object.values(row)[1]));
  assert.deepEqual([...new Set(levels)], ['READ-COMMITTED']);
};

test('an export that is given up in the middle gives its connection back', async () => {
  const path = join(folder, 'a.csv');
  const stop = (): never => {
    throw new Error('stopped');
  };
  const sources = async (scope: ExportScope) => sourceOf(() => manyRows(scope, stop), 100_000);
  await assert.rejects(writeExport(db.database, ctx, { write: csvFile(path) }, sources), /^Error: stopped$/);
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
  await poolWorks();
});

test('a connection that is lost in the middle fails the export, and the pool works on', async () => {
  const path = join(folder, 'a.csv');
  const sources = async (scope: ExportScope) => {
    const { id } = await scope.db
      .selectNoFrom(sql<number>`connection_id()`.as('id'))
      .executeTakeFirstOrThrow();
    const kill = () => sql`kill ${sql.lit(id)}`.execute(db.database.kysely);
    return sourceOf(() => manyRows(scope, kill), 100_000);
  };
  await assert.rejects(writeExport(db.database, ctx, { write: csvFile(path) }, sources), {
    code: 'PROTOCOL_CONNECTION_LOST',
  });
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
  await poolWorks();
});
