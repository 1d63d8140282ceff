// The service's own database user changes no tables: it starts on tables that are up to date, and says what to do when
// they are not; another user migrates.
// Runs alone: it mostly waits for the service that it starts.
import { programFile } from '../support/programs.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/base/config.ts';
import { formatDatabaseUrl } from '../../src/base/database-address.ts';
import { openDatabase, openKysely } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/migrations/index.ts';
import { temporaryFolder } from '../admin/support.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';

const MAIN = programFile('main');

const setUp = async (t: TestContext) => {
  const { address, url, drop } = await createEmptyDatabase();
  const root = openKysely(address, { connections: 1 });
  const name = `plain_${process.pid}_${Math.floor(Math.random() * 1e6)}`;
  const user = sql.raw(`'${name}'@'localhost'`);
  t.after(async () => {
    await sql`drop user if exists ${user}`.execute(root);
    await sql`delete from mysql.db where User = ${name}`.execute(root);
    await sql`flush privileges`.execute(root);
    await root.destroy();
    await drop();
  });
  await sql`create user ${user} identified by 'plain'`.execute(root);
  // The private server's user has all rights but that of granting them.
  await sql`
    insert into mysql.db (Host, Db, User, Select_priv, Insert_priv, Update_priv, Delete_priv)
    values ('localhost', ${address.database}, ${name}, 'Y', 'Y', 'Y', 'Y')`.execute(root);
  await sql`flush privileges`.execute(root);
  const plain = { ...address, user: name, password: 'plain' };
  return { address, url, plain, plainUrl: formatDatabaseUrl(plain) };
};

/** That of all who use the database. */
const MASTER_KEY = randomBytes(32).toString('base64');

/** Runs the service until it is ready or has ended. */
const start = async (t: TestContext, extra: Readonly<Record<string, string>>) => {
  const DATA_DIR = temporaryFolder('folio-second-user-');
  const base = { LOG_LEVEL: 'warn', PORT: '0', ADMIN_PORT: '0', DATA_DIR, MASTER_KEY };
  const env = { ...process.env, ...base, ...extra };
  const child = spawn(process.execPath, [MAIN], { env });
  t.after(() => child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (/ready at http\S+\/mcp\n/.test(out)) resolve();
    });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'exit');
  await Promise.race([ready, ended]);
  child.kill('SIGTERM');
  await ended;
  return { out, err, code: child.exitCode };
};

test('with a user who may only read and write rows the service starts, files and books', async (t) => {
  const { url, address, plain, plainUrl } = await setUp(t);
  const before = await start(t, { DATABASE_URL: plainUrl });
  assert.equal(
    before.err,
    `The tables of ${address.database} are older than this version, and the database user "${plain.user}" may not change them: set DATABASE_MIGRATION_URL to a user who may, or run "npm run admin -- migrate" with one.\n`,
  );
  assert.deepEqual([before.code, before.out], [1, '']);
  const migrating = await start(t, { DATABASE_URL: plainUrl, DATABASE_MIGRATION_URL: url });
  assert.match(migrating.out, /ready at/);
  const alone = await start(t, { DATABASE_URL: plainUrl });
  assert.deepEqual([alone.code, alone.err], [0, '']);
  assert.match(alone.out, /ready at/);
  const database = await openDatabase(plain, { connections: 5 });
  const close = () => database.close();
  const service = await startTestService({ database: { database, address: plain, url: plainUrl, close } });
  t.after(() => service.close());
  assert.match(await addMexicanCustomer(service, 'CAFE LUNA'), /^ctpy_/);
});

test('one later migration is enough to be told', async (t) => {
  const { address, plain } = await setUp(t);
  await migrate(address);
  const later = { name: '9000_a', statements: ['create table a (id int primary key)'] };
  const migrations = [...readMigrations(), later];
  await assert.rejects(
    migrate(plain, { migrations }),
    /are older than this version, and the database user "plain_/,
  );
  assert.deepEqual(await migrate(address, { migrations }), ['9000_a']);
  assert.deepEqual(await migrate(plain, { migrations }), []);
});

test('both addresses name one database', () => {
  const other = { DATABASE_URL: 'mysql://a:b@h/x', DATABASE_MIGRATION_URL: 'mysql://c:d@h/y' };
  assert.throws(() => readConfig(other), /DATABASE_MIGRATION_URL must name the database of DATABASE_URL/);
  assert.throws(
    () => readConfig({ DATABASE_MIGRATION_URL: 'mysql://c:d@h/y' }),
    /must name the database of DATABASE_URL, which must be given too/,
  );
  assert.throws(
    () => readConfig({ ...other, DATABASE_MIGRATION_URL: 'http://x' }),
    /^StartError: DATABASE_MIGRATION_URL starts with "http:"; it must look like/,
  );
});
