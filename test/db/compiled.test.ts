// Statements that are compiled once: every call gives its own books and values, whatever was asked before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { compiled, compiledFirst, shaped } from '../../src/db/compiled.ts';
import type { Reader, Writer } from '../../src/db/database.ts';
import { scoped, type Tenant, type TenantRow } from '../../src/db/scoped.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const tenant = <D extends Reader>(db: D, id: string): Tenant<D> => ({ db, entity: { id } });
const reading = (id: string): Tenant<Reader> => tenant(base.database.reader, id);
const write = <T>(entity: string, work: (ctx: Tenant<Writer>) => Promise<T>): Promise<T> =>
  inTransaction(base.database, (db) => work(tenant(db, entity)));

const record = (record_id: string, label = record_id): TenantRow<'search_record'> => ({
  record_id,
  type: 'invoices',
  label,
  label_norm: record_id,
});

const labelOf = compiledFirst((ctx, id: string) =>
  scoped(ctx, 'search_record')
    .select()
    .select('label')
    .where('record_id', '=', id)
    .where('type', '=', 'invoices'),
);
const firstOf = compiled((ctx, ids: readonly string[], after: string, limit: number) =>
  scoped(ctx, 'search_record')
    .select()
    .select('record_id')
    .where('record_id', 'in', ids)
    .where('record_id', '>', after)
    .orderBy('record_id')
    .limit(limit),
);
const rename = compiled((ctx, id: string, label: string) =>
  scoped(ctx, 'search_record').update().set({ label }).where('record_id', '=', id),
);

test('each call reads its own books with its own values', async () => {
  await write('one', (ctx) =>
    scoped(ctx, 'search_record')
      .insert([record('r1'), record('r2'), record('r3')])
      .execute(),
  );
  await write('two', (ctx) => scoped(ctx, 'search_record').insert(record('r1', 'of two')).execute());
  assert.equal((await labelOf(reading('one'), 'r1'))?.label, 'r1');
  assert.equal((await labelOf(reading('two'), 'r1'))?.label, 'of two');
  assert.equal(await labelOf(reading('two'), 'r2'), undefined);
  // What stands for a value while a statement is compiled is a value like any other afterwards.
  assert.equal(await labelOf(reading('one'), '\u0000value 0'), undefined);
  assert.throws(() => firstOf(reading(''), ['r1'], '', 1), /needs the id/);
});

test('lists of any length, before and behind other values', async () => {
  const ids = async (given: readonly string[], from: string, limit: number): Promise<string[]> =>
    (await firstOf(reading('one'), given, from, limit)).rows.map(({ record_id }) => record_id);
  assert.deepEqual(await ids(['r1', 'r2', 'r3'], 'r1', 5), ['r2', 'r3']);
  assert.deepEqual(await ids(['r3'], '', 5), ['r3']);
  assert.deepEqual(await ids(['r3', 'r1'], '', 1), ['r1']);
  const many = Array.from({ length: 40 }, (_, index) => `r${index}`);
  assert.deepEqual(await ids(many, '', 9), ['r1', 'r2', 'r3']);
});

test('a write says how many rows it found', async () => {
  const renamed = await write('one', (ctx) => rename(ctx, 'r2', 'new'));
  assert.equal(renamed.numAffectedRows, 1n);
  assert.equal((await write('two', (ctx) => rename(ctx, 'r2', 'new'))).numAffectedRows, 0n);
  assert.deepEqual(
    [await labelOf(reading('one'), 'r1'), await labelOf(reading('one'), 'r2')],
    [{ label: 'r1' }, { label: 'new' }],
  );
});

test('rows of one shape and of others are inserted as they are given', async () => {
  const insert = (rows: readonly TenantRow<'search_record'>[]): Promise<void> =>
    write('three', (ctx) => scoped(ctx, 'search_record').insert(rows).execute());
  await insert([record('a'), record('b', 'B')]);
  await insert([record('c', 'C'), record('d')]);
  const { type, label_norm, ...others } = record('e');
  await insert([record('f', 'F'), { ...others, label_norm, type }]);
  await write('three', (ctx) =>
    scoped(ctx, 'search_record')
      .insert({ ...record('g'), label: sql<string>`concat('g', 'g')` })
      .execute(),
  );
  const rows = await scoped(reading('three'), 'search_record')
    .select()
    .select(['record_id', 'label', 'type', 'label_norm'])
    .orderBy('record_id')
    .execute();
  assert.deepEqual(
    rows.map((row) => `${row.record_id} ${row.label} ${row.type} ${row.label_norm}`),
    ['a a', 'b B', 'c C', 'd d', 'e e', 'f F', 'g gg'].map((text) => `${text} invoices ${text.charAt(0)}`),
  );
  await assert.rejects(insert([record('a')]), { code: 'ER_DUP_ENTRY' });
  await write('three', (ctx) =>
    scoped(ctx, 'search_record')
      .insert([record('a', 'again'), record('h')])
      .ignore()
      .execute(),
  );
  assert.equal((await labelOf(reading('three'), 'a'))?.label, 'a');
  assert.equal((await labelOf(reading('three'), 'h'))?.label, 'h');
});

interface ListShape {
  readonly isLabelled: boolean;
  readonly direction: 'asc' | 'desc';
}

test('a list is built once for each shape, and each call gives its own values', async () => {
  let built = 0;
  const list = shaped((ctx, { isLabelled, direction }: ListShape, take: number, label: string) => {
    built += 1;
    const query = scoped(ctx, 'search_record').select().select('record_id');
    return (isLabelled ? query.where('label', '=', label) : query)
      .orderBy('record_id', direction)
      .limit(take);
  });
  const ids = async (entity: string, shape: ListShape, take: number, label = ''): Promise<string[]> =>
    (await list(reading(entity), shape, take, label)).rows.map(({ record_id }) => record_id);
  await write('seven', (ctx) =>
    scoped(ctx, 'search_record')
      .insert([record('s1', 'a'), record('s2', 'b'), record('s3', 'b')])
      .execute(),
  );
  const all: ListShape = { isLabelled: false, direction: 'asc' };
  assert.deepEqual(await ids('seven', all, 2), ['s1', 's2']);
  assert.deepEqual(await ids('seven', { ...all }, 9), ['s1', 's2', 's3']);
  assert.deepEqual(await ids('eight', all, 9), []);
  assert.equal(built, 1);
  assert.deepEqual(await ids('seven', { ...all, direction: 'desc' }, 1), ['s3']);
  const labelled: ListShape = { ...all, isLabelled: true };
  assert.deepEqual(await ids('seven', labelled, 9, 'b'), ['s2', 's3']);
  assert.deepEqual(await ids('seven', labelled, 9, 'a'), ['s1']);
  assert.equal(built, 3);
});

test('as many shapes as there are keep their statements within a bound', async () => {
  let built = 0;
  const list = shaped((ctx, { column }: { readonly column: string }) => {
    built += 1;
    return scoped(ctx, 'search_record')
      .select()
      .select(sql<number>`1`.as(column));
  });
  const ask = async (column: number): Promise<unknown> => list(reading('none'), { column: `c${column}` });
  for (let column = 0; column < 501; column += 1) await ask(column);
  await ask(500);
  assert.equal(built, 501, 'the latest is kept');
  await ask(0);
  assert.equal(built, 502, 'the first has gone');
});
