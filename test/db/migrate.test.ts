import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openKysely } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createTable, type Migration } from '../../src/db/migrations/steps.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { StartError } from '../../src/base/start-error.ts';
import { createEmptyDatabase } from '../support/database.ts';

const run = promisify(execFile);

const setUp = async (t: TestContext) => {
  const { address, url, drop } = await createEmptyDatabase();
  const kysely = openKysely(address, { connections: 2 });
  t.after(async () => {
    await kysely.destroy();
    await drop();
  });
  return { address, url, kysely };
};

test('migrations are in the order of their names, which are all different', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)].toSorted());
});

test('an empty database gets every table once; a second run finds nothing to do', async (t) => {
  const { address, kysely } = await setUp(t);
  assert.deepEqual(
    await migrate(address),
    MIGRATIONS.map(({ name }) => name),
  );
  assert.deepEqual(await migrate(address), []);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()`.execute(kysely);
  // A migration that makes a table is named after it; the others add an index or a column to one.
  const made = MIGRATIONS.map(({ name }) => name.slice('0000_'.length)).filter(
    (name) => !/_(by|with)_/.test(name),
  );
  const tables = rows.map(({ name }) => name).toSorted();
  assert.deepEqual(tables, [...made, 'schema_lock', 'schema_migration'].toSorted());
});

test('every table has a primary key, no AUTO_INCREMENT and no foreign key', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address);
  const { rows: keyless } = await sql`
    select t.table_name as name from information_schema.tables t
    left join information_schema.table_constraints c on c.table_schema = t.table_schema
      and c.table_name = t.table_name and c.constraint_type = 'PRIMARY KEY'
    where t.table_schema = database() and c.constraint_name is null`.execute(kysely);
  const { rows: foreign } = await sql`
    select constraint_name as name from information_schema.table_constraints
    where table_schema = database() and constraint_type = 'FOREIGN KEY'`.execute(kysely);
  const { rows: counting } = await sql`
    select column_name as name from information_schema.columns where table_schema = database() and extra like '%auto_increment%'`.execute(
    kysely,
  );
  assert.deepEqual([keyless, foreign, counting], [[], [], []]);
});

test('index names are unique, so that a duplicate can be told by the name', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address);
  const { rows } = await sql<{ name: string }>`
    select index_name as name from information_schema.statistics
    where table_schema = database() and index_name <> 'PRIMARY' group by index_name, table_name`.execute(
    kysely,
  );
  const names = rows.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
});

test('three processes that start at once migrate once', async (t) => {
  const { url, kysely } = await setUp(t);
  const script = `
    const { migrate } = await import(${JSON.stringify(new URL('../../src/db/migrate.js', import.meta.url).href)});
    const { parseDatabaseUrl } = await import(${JSON.stringify(new URL('../../src/base/database-address.js', import.meta.url).href)});
    console.log((await migrate(parseDatabaseUrl(process.env.ADDRESS))).length);`;
  const start = () =>
    run(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, ADDRESS: url } });
  const outputs = await Promise.all([start(), start(), start()]);
  const counts = outputs.map(({ stdout }) => Number(stdout)).toSorted((a, b) => a - b);
  assert.deepEqual(counts, [0, 0, MIGRATIONS.length]);
  const rows = await kysely.selectFrom('schema_migration').select('name').execute();
  assert.equal(rows.length, MIGRATIONS.length);
});

test('a run that was cut off between its DDL and its record is simply run again', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address);
  await kysely.deleteFrom('schema_migration').where('name', '=', '0006_invoice').execute();
  assert.deepEqual(await migrate(address), ['0006_invoice']);
});

test('a failing migration is named, and later ones wait for it', async (t) => {
  const { address, kysely } = await setUp(t);
  const broken: Migration = { name: '0002_broken', run: () => Promise.reject(new Error('no such thing')) };
  const migrations = [
    createTable('0001_a', 'a', 'id int primary key'),
    broken,
    createTable('0003_b', 'b', 'id int primary key'),
  ];
  await assert.rejects(migrate(address, { migrations }), (error) => {
    assert.ok(error instanceof StartError);
    assert.equal(
      error.message,
      'The database migration 0002_broken failed: no such thing. It is safe to start again.',
    );
    return true;
  });
  const repaired: Migration = { name: '0002_broken', run: async () => undefined };
  const again = await migrate(address, {
    migrations: [migrations[0], repaired, migrations[2]].filter((step) => step !== undefined),
  });
  assert.deepEqual(again, ['0002_broken', '0003_b']);
  assert.equal((await kysely.selectFrom('schema_lock').select('holder').executeTakeFirst())?.holder, null);
});

test('a lock whose holder died runs out; a live one is waited for', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address, { migrations: [] });
  await migrate(address, { migrations: [createTable('0001_a', 'a', 'id int primary key')] });
  const hold = (seconds: number) =>
    kysely
      .updateTable('schema_lock')
      .set({
        holder: 'somebody',
        held_until: sql<string>`date_add(utc_timestamp(3), interval ${seconds} second)`,
      })
      .execute();
  const migrations = [createTable('0002_b', 'b', 'id int primary key')];
  await hold(30);
  await assert.rejects(migrate(address, { migrations, wait_ms: 200 }), /Another process is migrating/);
  await hold(-1);
  assert.deepEqual(await migrate(address, { migrations, wait_ms: 200 }), ['0002_b']);
});

test('a release that knows no fence and migrates at the same time is waited for', async (t) => {
  const { address, kysely } = await setUp(t);
  await sql`create table schema_lock (id int not null primary key, holder varchar(200), held_until datetime(3))`.execute(
    kysely,
  );
  await sql`insert into schema_lock values (1, 'old', utc_timestamp(3) + interval 60 second)`.execute(kysely);
  const migrations = [createTable('0001_a', 'a', 'id int primary key')];
  await assert.rejects(migrate(address, { migrations, wait_ms: 200 }), /Another process is migrating/);
  await sql`update schema_lock set holder = null, held_until = null`.execute(kysely);
  assert.deepEqual(await migrate(address, { migrations, wait_ms: 200 }), ['0001_a']);
});

test('a process whose lock was taken over stops before its next migration', async (t) => {
  const { address, kysely } = await setUp(t);
  const overtaken: Migration = {
    name: '0001_slow',
    run: async (db) => {
      await db.updateTable('schema_lock').set({ holder: 'somebody' }).execute();
    },
  };
  const migrations = [overtaken, createTable('0002_b', 'b', 'id int primary key')];
  await assert.rejects(migrate(address, { migrations }), /Another process took over the migration/);
  const rows = await kysely.selectFrom('schema_migration').select('name').execute();
  assert.deepEqual(rows, [{ name: '0001_slow' }]);
});
