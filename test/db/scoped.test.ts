import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Reader, Writer } from '../../src/db/database.ts';
import { acrossTenants, scoped, type Tenant, type TenantRow } from '../../src/db/scoped.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
before(async () => {
  base = await createTestDatabase();
});
after(() => base.close());

const tenant = <D extends Reader>(db: D, id: string): Tenant<D> => ({ db, entity: { id } });
const record = (record_id: string): TenantRow<'search_record'> => ({
  record_id,
  type: 'invoices',
  label: record_id,
  label_norm: record_id,
});
const read = (entity: string) => scoped(tenant(base.database.reader, entity), 'search_record').select();
const ids = async (entity: string): Promise<string[]> =>
  (await read(entity).select('record_id').orderBy('record_id').execute()).map(({ record_id }) => record_id);

const write = <T>(entity: string, work: (ctx: Tenant<Writer>) => Promise<T>): Promise<T> =>
  inTransaction(base.database, (db) => work(tenant(db, entity)));

test('every statement is bound to the entity of the context', async () => {
  await write('one', (ctx) =>
    scoped(ctx, 'search_record')
      .insert([record('r1'), record('r2')])
      .execute(),
  );
  await write('two', (ctx) => scoped(ctx, 'search_record').insert(record('r1')).execute());
  assert.deepEqual([await ids('one'), await ids('two'), await ids('three')], [['r1', 'r2'], ['r1'], []]);

  await write('two', (ctx) => scoped(ctx, 'search_record').update().set({ label: 'changed' }).execute());
  const labels = await acrossTenants(base.database.reader, ['one', 'two'], 'search_record')
    .select(['search_record.entity_id', 'label'])
    .orderBy('search_record.entity_id')
    .orderBy('record_id')
    .execute();
  assert.deepEqual(
    labels.map(({ entity_id, label }) => `${entity_id} ${label}`),
    ['one r1', 'one r2', 'two changed'],
  );

  await write('two', (ctx) => scoped(ctx, 'search_record').delete().execute());
  assert.deepEqual([await ids('one'), await ids('two')], [['r1', 'r2'], []]);
});

test('the entity of a row cannot be chosen by the row', async () => {
  const forged = { ...record('r3'), entity_id: 'two' };
  await write('three', (ctx) => scoped(ctx, 'search_record').insert(forged).execute());
  assert.deepEqual([await ids('two'), await ids('three')], [[], ['r3']]);
});

test('a page can name the index that it runs on', async () => {
  const ctx = tenant(base.database.reader, 'one');
  const page = scoped(ctx, 'search_record')
    .select({ index: 'ix_search_record_label' })
    .select('search_record.record_id')
    .where('search_record.label_norm', '>', 'r1')
    .orderBy('search_record.label_norm');
  assert.match(
    page.compile().sql,
    /from `search_record` as `search_record` force index \(`ix_search_record_label`\) where `search_record`\.`entity_id` = \?/,
  );
  assert.deepEqual(await page.execute(), [{ record_id: 'r2' }]);
});

test('nobody has no rows', async () => {
  assert.deepEqual(await acrossTenants(base.database.reader, [], 'search_record').selectAll().execute(), []);
  assert.throws(() => scoped(tenant(base.database.reader, ''), 'search_record'), /needs the id/);
});

// What must not compile; it never runs.
export const refusedByTypes = (reading: Tenant<Reader>, writing: Tenant<Writer>): void => {
  // @ts-expect-error a context that reads has no insert
  scoped(reading, 'invoice').insert([]);
  // @ts-expect-error nor update
  scoped(reading, 'invoice').update();
  // @ts-expect-error nor delete
  scoped(reading, 'invoice').delete();
  // @ts-expect-error a table without entities
  scoped(writing, 'organisation');
  // @ts-expect-error a column that the table does not have
  scoped(reading, 'invoice').select().select('nonsense');
  // @ts-expect-error a row that lacks a column
  scoped(writing, 'search_record').insert({ record_id: 'x' });
  // @ts-expect-error a reader is not a transaction
  const writer: Writer = reading.db;
  void writer;
};

// And what must.
export const acceptedByTypes = async (writing: Tenant<Writer>): Promise<string[]> => {
  const rows = await scoped(writing, 'invoice')
    .select({ index: 'ix_invoice_status' })
    .innerJoin('counterparty', (join) =>
      join
        .onRef('counterparty.entity_id', '=', 'invoice.entity_id')
        .onRef('counterparty.id', '=', 'invoice.counterparty_id'),
    )
    .select(['invoice.id', 'counterparty.name as customer'])
    .where('invoice.status', '=', 'filed')
    .execute();
  return rows.map(({ id, customer }) => `${id} ${customer}`);
};
