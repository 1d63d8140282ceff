import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { openKysely } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { BASELINE, type Migration, readMigrations } from '../../src/db/migrations/index.ts';
import type { DB } from '../../src/db/schema.ts';
import { StartError } from '../../src/base/start-error.ts';
import { readColumns } from '../../src/db/row-types/read-columns.ts';
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

const tablesOf = async (kysely: Kysely<DB>): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()`.execute(kysely);
  return rows.map(({ name }) => name).toSorted();
};

const table = (name: string): Migration => ({
  name,
  statements: [`create table ${name.slice(-1)} (id int primary key)`],
});

test('an empty database gets every table once; a second run finds nothing to do', async (t) => {
  const { address, kysely } = await setUp(t);
  const all = readMigrations();
  assert.deepEqual(
    await migrate(address),
    all.map(({ name }) => name),
  );
  assert.equal(all[0]?.name, BASELINE);
  assert.deepEqual(await migrate(address), []);
  const made = all
    .flatMap(({ statements }) => statements)
    .flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
  assert.deepEqual(await tablesOf(kysely), [...made, 'schema_lock', 'schema_migration'].toSorted());
});

test('a database that the migrations before the baseline made starts as it is', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address);
  const applied_at = '2026-01-01 00:00:00.000';
  const names = ['0001_organisation', '0321_task_with_made_by_key'];
  await kysely
    .insertInto('schema_migration')
    .values(names.map((name) => ({ name, applied_at })))
    .execute();
  const read = () => kysely.selectFrom('schema_migration').selectAll().orderBy('name').execute();
  const before = await read();
  assert.deepEqual(await migrate(address, { migrations: readMigrations().slice(0, 1) }), []);
  assert.deepEqual(await read(), before);
});

test('a database of a part of those migrations, or of none of them, is refused and stays as it is', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address, { migrations: [{ name: '0321_task_with_made_by_key', statements: [] }] });
  const advice =
    'Start the last commit that has src/db/migrations/0370_approval_with_renewed_at.ts on them once, then this one.';
  await assert.rejects(migrate(address), {
    name: 'StartError',
    message: `The tables of ${address.database} end at the migration 0321_task_with_made_by_key, before those that this version starts from. ${advice}`,
  });
  await kysely.updateTable('schema_migration').set({ name: '20240101_init' }).execute();
  await assert.rejects(migrate(address), {
    name: 'StartError',
    message: `The tables of ${address.database} have a history that this version does not know, with the migration 20240101_init and without ${BASELINE}. ${advice}`,
  });
  assert.deepEqual(await tablesOf(kysely), ['schema_lock', 'schema_migration']);
});

test('a database of a newer version, which only added to it, goes on', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address, { migrations: [...readMigrations(), table('9000_a')] });
  assert.deepEqual(await migrate(address), []);
  assert.ok((await tablesOf(kysely)).includes('a'));
});

test('what was killed in the middle of the baseline is finished by the next start', async (t) => {
  const { address, url, kysely } = await setUp(t);
  const half = Math.floor((readMigrations()[0]?.statements.length ?? 0) / 2);
  const script = `
    const { migrate } = await import(${JSON.stringify(new URL('../../src/db/migrate.js', import.meta.url).href)});
    const { readMigrations } = await import(${JSON.stringify(new URL('../../src/db/migrations/index.js', import.meta.url).href)});
    const { parseDatabaseUrl } = await import(${JSON.stringify(new URL('../../src/base/database-address.js', import.meta.url).href)});
    const [{ name, statements: all }] = readMigrations();
    const statements = (function* () {
      yield* all.slice(0, ${half});
      process.kill(process.pid, 'SIGKILL');
    })();
    await migrate(parseDatabaseUrl(process.env.ADDRESS), { migrations: [{ name, statements }] });`;
  const env = { ...process.env, ADDRESS: url };
  await assert.rejects(run(process.execPath, ['--input-type=module', '-e', script], { env }), {
    signal: 'SIGKILL',
  });
  assert.equal((await tablesOf(kysely)).length, half + 2);
  assert.deepEqual(await kysely.selectFrom('schema_migration').selectAll().execute(), []);
  await assert.rejects(migrate(address, { wait_ms: 200 }), /Another process is migrating/);
  // Its lease runs out.
  await sql`update schema_lock set held_until = utc_timestamp(3) - interval 1 second`.execute(kysely);
  assert.equal((await migrate(address))[0], BASELINE);
  const whole = await setUp(t);
  await migrate(whole.address);
  assert.deepEqual(await readColumns(kysely), await readColumns(whole.kysely));
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
  const all = readMigrations().length;
  assert.deepEqual(counts, [0, 0, all]);
  const rows = await kysely.selectFrom('schema_migration').select('name').execute();
  assert.equal(rows.length, all);
});

test('a run that was cut off between its DDL and its record is simply run again', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address);
  const migrations = [
    ...readMigrations(),
    {
      name: '9000_bill',
      statements: [
        'alter table bill add column shelf varchar(20)',
        'create index ix_bill_shelf on bill (shelf)',
        "update bill set shelf = 'none' where shelf is null",
      ],
    },
  ];
  assert.deepEqual(await migrate(address, { migrations }), ['9000_bill']);
  await kysely.deleteFrom('schema_migration').where('name', '=', '9000_bill').execute();
  assert.deepEqual(await migrate(address, { migrations }), ['9000_bill']);
  const bill = (await readColumns(kysely)).filter((column) => column.table === 'bill');
  assert.equal(bill.at(-1)?.name, 'shelf');
});

test('a failing migration is named, and later ones wait for it', async (t) => {
  const { address, kysely } = await setUp(t);
  const broken = { name: '0002_broken', statements: ['create index ix on a (nothing)'] };
  await assert.rejects(
    migrate(address, { migrations: [table('0001_a'), broken, table('0003_b')] }),
    (error) => {
      assert.ok(error instanceof StartError);
      assert.match(
        error.message,
        /^The database migration 0002_broken failed: Key column '?nothing'? doesn't exist in table\. It is safe to start again\.$/,
      );
      return true;
    },
  );
  const repaired = { name: '0002_broken', statements: ['create index ix on a (id)'] };
  const again = await migrate(address, { migrations: [table('0001_a'), repaired, table('0003_b')] });
  assert.deepEqual(again, ['0002_broken', '0003_b']);
  assert.equal((await kysely.selectFrom('schema_lock').select('holder').executeTakeFirst())?.holder, null);
});

test('a lock whose holder died runs out; a live one is waited for', async (t) => {
  const { address, kysely } = await setUp(t);
  await migrate(address, { migrations: [] });
  await migrate(address, { migrations: [table('0001_a')] });
  const hold = (seconds: number) =>
    kysely
      .updateTable('schema_lock')
      .set({
        holder: 'somebody',
        held_until: sql<string>`date_add(utc_timestamp(3), interval ${seconds} second)`,
      })
      .execute();
  const migrations = [table('0001_a'), table('0002_b')];
  await hold(30);
  await assert.rejects(migrate(address, { migrations, wait_ms: 200 }), /Another process is migrating/);
  await hold(-1);
  assert.deepEqual(await migrate(address, { migrations, wait_ms: 200 }), ['0002_b']);
});

test('a process whose lock was taken over stops before its next statement', async (t) => {
  const { address, kysely } = await setUp(t);
  const overtaken = {
    name: '0001_slow',
    statements: ["update schema_lock set holder = 'somebody'", 'create table b (id int primary key)'],
  };
  await assert.rejects(
    migrate(address, { migrations: [overtaken] }),
    /Another process took over the migration/,
  );
  assert.deepEqual(await tablesOf(kysely), ['schema_lock', 'schema_migration']);
});
