import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;

before(async () => {
  base = await createTestDatabase();
  const { kysely } = base.database;
  await sql`create table flagged (id int primary key, flag tinyint, many int)`.execute(kysely);
  await sql`insert into flagged values (1, ${true}, 1), (2, ${false}, 0), (3, null, 2)`.execute(kysely);
});
after(() => base.close());

test('flags are read as booleans, and no other number is', async () => {
  const { rows } = await sql`select id, flag, many, flag as again from flagged order by id`.execute(
    base.database.kysely,
  );
  assert.deepEqual(rows, [
    { id: 1, flag: true, many: 1, again: true },
    { id: 2, flag: false, many: 0, again: false },
    { id: 3, flag: null, many: 2, again: null },
  ]);
});

test('flags of rows that come one by one are booleans too', async () => {
  const rows: unknown[] = [];
  const query = base.database.kysely
    .selectFrom(sql<{ id: number; flag: boolean }>`flagged`.as('flagged'))
    .select(['flagged.id', 'flagged.flag'])
    .orderBy('flagged.id');
  for await (const row of query.stream()) rows.push(row);
  assert.deepEqual(rows, [
    { id: 1, flag: true },
    { id: 2, flag: false },
    { id: 3, flag: null },
  ]);
});

test('of two columns of one name the last one counts', async () => {
  const { rows } = await sql`select flag as x, many as x from flagged where id = 1`.execute(
    base.database.kysely,
  );
  assert.deepEqual(rows, [{ x: 1 }]);
});
