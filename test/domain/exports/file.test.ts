// Files of exports when something breaks in the middle: what was there stays, and nothing looks whole that is not.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { sql } from 'kysely';

import { textColumn } from '../../../src/domain/csv/write.ts';
import { writeCsvFile } from '../../../src/domain/csv/write-file.ts';
import { type ExportScope, exportToFile } from '../../../src/domain/exports/file.ts';
import type { ExportSource, RowQuery } from '../../../src/domain/exports/source.ts';
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
  await assert.rejects(writeCsvFile(path, COLUMNS, broken), /^Error: broken$/);
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
  assert.deepEqual(readdirSync(folder), ['a.csv']);
});

test('a full disk is told as such, after the rows were read to their end', { skip: process.platform !== 'linux' }, async () => {
  let ended = false;
  // Its writes go nowhere: the file system of /proc takes none.
  const rows = rowsThat(10, () => {
    ended = true;
  });
  await assert.rejects(writeCsvFile('/proc/self/export.csv', COLUMNS, rows), { code: 'unwritable_file' });
  assert.equal(ended, false, 'what cannot be opened is not read');
});

const sourceOf = (rows: () => AsyncIterable<Row>, count: number): ExportSource<Row> => {
  const query: RowQuery<Row> = {
    where: () => query,
    limit: () => query,
    execute: async () => [],
    stream: rows,
  };
  return { columns: COLUMNS, order: [], rows: () => query, count: async () => count };
};

test('a stream that ends early is no whole file', async () => {
  const path = join(folder, 'a.csv');
  await assert.rejects(
    exportToFile(db.database, ctx, path, async () => sourceOf(() => rowsThat(3), 4)),
    /3 of 4 rows/,
  );
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
});

test('a connection that is lost in the middle fails the export, and the pool works on', async () => {
  const path = join(folder, 'a.csv');
  const digits = (name: string) => sql`(select 0 as d union all select 1 union all select 2 union all select 3
    union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) ${sql.raw(name)}`;
  const exporting = exportToFile(db.database, ctx, path, async (scope) => {
    const { id } = await scope.db.selectNoFrom(sql<number>`connection_id()`.as('id')).executeTakeFirstOrThrow();
    const stream = async function* (): AsyncGenerator<Row> {
      const many = sql<Row>`select a.d as n, repeat('x', 500) as filling from ${digits('a')}, ${digits('b')}, ${digits('c')},
        ${digits('d')}, ${digits('e')}`;
      const from = scope.db.selectFrom(sql<Row>`(${many})`.as('many')).selectAll();
      let count = 0;
      for await (const row of from.stream()) {
        count += 1;
        if (count === 2_000) await sql`kill ${sql.lit(Number(id))}`.execute(db.database.kysely);
        yield row;
      }
    };
    return sourceOf(stream, 100_000);
  });
  await assert.rejects(exporting);
  assert.equal(readFileSync(path, 'utf8'), 'earlier');
  const { one } = await db.database.reader.selectNoFrom(sql<number>`1`.as('one')).executeTakeFirstOrThrow();
  assert.equal(Number(one), 1);
});
