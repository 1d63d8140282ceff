import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { openDatabase, type Database } from '../../src/db/database.ts';
import { DatabaseTimeout } from '../../src/db/timeout.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let base: TestDatabase;
let narrow: Database;

before(async () => {
  base = await createTestDatabase();
  narrow = await openDatabase(base.address, {
    connections: 2,
    acquire_timeout_ms: 300,
    statement_timeout_ms: 700,
  });
});

after(async () => {
  await narrow.close();
  await base.close();
});

const ask = async <T>(database: Database, text: string): Promise<T> => {
  const { rows } = await database.kysely.executeQuery<T>(CompiledQuery.raw(text));
  assert.ok(rows[0] !== undefined);
  return rows[0];
};

test('every connection reads committed rows, in UTC, in strict mode', async () => {
  const setting = await ask<{ isolation: string; zone: string; mode: string; collation: string }>(
    base.database,
    `select (select variable_value as value from information_schema.session_variables
             where variable_name = 'tx_isolation') as isolation,
            @@session.time_zone as zone, @@session.sql_mode as mode, @@collation_connection as collation`,
  ).catch(() =>
    ask<{ isolation: string; zone: string; mode: string; collation: string }>(
      base.database,
      `select @@session.transaction_isolation as isolation, @@session.time_zone as zone,
              @@session.sql_mode as mode, @@collation_connection as collation`,
    ),
  );
  assert.equal(setting.isolation, 'READ-COMMITTED');
  assert.equal(setting.zone, '+00:00');
  assert.match(setting.mode, /STRICT_ALL_TABLES/);
  assert.match(setting.mode, /ONLY_FULL_GROUP_BY/);
  assert.equal(setting.collation, 'utf8mb4_unicode_ci');
});

test('waiting for a connection ends, and the pool works on afterwards', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const holders = [1, 2].map(() => inTransaction(narrow, () => held));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waited = narrow.reader.selectFrom('organisation').select('id').execute();
  await assert.rejects(
    waited,
    (error) => error instanceof DatabaseTimeout && error.waitedFor === 'connection',
  );
  release();
  await Promise.all(holders);
  for (let i = 0; i < 4; i += 1) await sql`select 1`.execute(narrow.kysely);
});

test('using the database inside a transaction fails in good time instead of hanging for ever', async () => {
  const stuck = Promise.all(
    [1, 2].map(() =>
      inTransaction(narrow, async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await sql`select 1`.execute(narrow.kysely);
      }),
    ),
  );
  await assert.rejects(stuck, DatabaseTimeout);
});

test('a statement that hangs ends, and its connection is not used again', async () => {
  const slow = sql`select sleep(5)`.execute(narrow.kysely);
  await assert.rejects(slow, (error) => error instanceof DatabaseTimeout && error.waitedFor === 'statement');
  for (let i = 0; i < 4; i += 1) await sql`select 1`.execute(narrow.kysely);
});

test('a read on a connection that the server has closed is asked again on another one', async () => {
  const one = await openDatabase(base.address, { connections: 1 });
  const { id } = await ask<{ id: number }>(one, 'select connection_id() as id');
  await sql`kill ${sql.lit(id)}`.execute(base.database.kysely);
  await sql`select 1`.execute(one.kysely);
  const next = await ask<{ id: number }>(one, 'select connection_id() as id');
  assert.notEqual(next.id, id);
  await one.close();
});

test('a read whose connection dies while it runs is asked again once', async () => {
  const one = await openDatabase(base.address, { connections: 1 });
  const { id } = await ask<{ id: number }>(one, 'select connection_id() as id');
  const answer = ask<{ id: number; slept: number }>(one, 'select connection_id() as id, sleep(0.3) as slept');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await sql`kill ${sql.lit(id)}`.execute(base.database.kysely);
  assert.notEqual((await answer).id, id);
  await one.close();
});
