// A backup and its way back: exact, of one moment, refused where it would do harm, and never a reason to file twice.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { InvoiceId } from '../../generated/ids.ts';
import { openBackup } from '../../src/db/backup/format.ts';
import { restoreBackup } from '../../src/db/backup/restore.ts';
import { openDatabase } from '../../src/db/database.ts';
import { newId } from '../../src/db/ids.ts';
import { requireMasterKey } from '../../src/db/master-key.ts';
import { migrate, startRestore } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/migrations/index.ts';
import { changeHeader, keyId, TRAILER, writtenBy } from '../support/backup-file.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/database.ts';
import { type Office, openOffice } from '../support/office.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import { type Admin, adminOn } from './support.ts';

/** What servers, drivers and JSON like to change. */
const ODD = 'O\'Hara "x" \\n %_ ß 😀 \u00a0 ñ';
const BYTES = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7 + (index >> 8)) % 256));

let service: TestService;
let office: Office;
let admin: Admin;
let unbuilt: InvoiceId;
let built: InvoiceId;
let key: string;

before(async () => {
  service = await startTestService({ database: 'own' });
  office = await openOffice(service);
  admin = adminOn(service.databaseUrl, new Date());
  const data_dir = admin.environment['DATA_DIR'] ?? '';
  await requireMasterKey(service.database, { master_key: null, data_dir }, async () => [], new Date());
  key = readFileSync(join(data_dir, 'master.key'), 'utf8').trim();
  await addMexicanCustomer(service, ODD.replace('\u00a0', ''), { email: 'odd@example.org' });
  unbuilt = (await office.approved('de', { notes: ODD })).id;
  built = (await office.approved('de')).id;
  await service.database.kysely
    .updateTable('outbox')
    .set({
      state: 'ready',
      payload: BYTES,
      media_type: 'application/xml',
      profile: 'x',
      sha256: 'x',
      submission_key: 'x',
      provider: 'x',
      sandbox: true,
      built_at: '2026-11-21 10:00:00.123',
      route: JSON.stringify({
        sender: 'a',
        receiver: '0204:1',
        senderCountry: 'DE',
        accessPointId: null,
        text: ODD,
      }),
      maybe_sent: false,
      lease_owner: 'a worker that is gone',
      lease_until: sql<string>`utc_timestamp(3) + interval 1 day`,
    })
    .where('document_id', '=', built)
    .where('kind', '=', 'file')
    .execute();
});
after(() => service.close());

let made = 0;
const take = async (on: Admin = admin) => {
  const file = join(admin.folder, `${(made += 1)}.folio`);
  const answer = (await on.json('backup', file)) as Readonly<Record<string, unknown>>;
  return { file, answer };
};

const emptyDatabase = async (t: TestContext): Promise<EmptyDatabase & { readonly admin: Admin }> => {
  const empty = await createEmptyDatabase();
  t.after(() => empty.drop());
  return { ...empty, admin: adminOn(empty.url, new Date(), { MASTER_KEY: key }) };
};

const rowsOf = async (url: EmptyDatabase['address']): Promise<Map<string, unknown[]>> => {
  const database = await openDatabase(url, { connections: 1 });
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = database() order by 1`.execute(
      database.kysely,
    );
    const found = new Map<string, unknown[]>();
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.kysely);
      const sorted = rows.map((row) => JSON.stringify(row)).toSorted();
      if (name !== 'schema_lock') found.set(name, sorted);
    }
    return found;
  } finally {
    await database.close();
  }
};

/** The file with another header, as who has the key would write it. */
const withHeader = (file: string, change: (header: Record<string, unknown>) => void): string =>
  admin.file(
    `changed-${(made += 1)}`,
    writtenBy(changeHeader(readFileSync(file), change), Buffer.from(key, 'base64')),
  );

const refusedRestore = async (
  on: Admin,
  file: string,
  address: EmptyDatabase['address'],
  failure = 'unreadable_file',
) => {
  const { code, message } = await on.refused('restore', file);
  assert.equal((await rowsOf(address)).size, 0, 'nothing was changed');
  assert.equal(code, failure);
  return message;
};

test('what was written comes back byte for byte, and nothing waits to be filed by itself', async (t) => {
  const { file, answer } = await take();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual([answer['file'], answer['bytes']], [file, statSync(file).size]);
  const target = await emptyDatabase(t);
  const restored = JSON.parse((await target.admin.run('restore', file, '--json')).out) as Record<
    string,
    unknown
  >;
  assert.deepEqual(restored, {
    bytes: answer['bytes'],
    rows: answer['rows'],
    migrated: 0,
    returned: 1,
    asked: 1,
  });
  const before = await rowsOf({ ...target.address, database: sourceName() });
  const now = await rowsOf(target.address);
  const touched = [...before.keys()].filter(
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(now.get(name)),
  );
  assert.deepEqual(touched, ['audit', 'event', 'invoice', 'outbox', 'trail_pending', 'trail_state']);
  assert.deepEqual([...now.keys()], [...before.keys()]);
  const database = await openDatabase(target.address, { connections: 1 });
  t.after(() => database.close());
  const entries = await database.kysely
    .selectFrom('outbox')
    .select(['document_id', 'open', 'maybe_sent', 'payload', 'route', 'lease_owner', 'last_reason'])
    .where('kind', '=', 'file')
    .execute();
  const entry = (id: string) => entries.find(({ document_id }) => document_id === id);
  assert.deepEqual([entry(unbuilt)?.open, entry(unbuilt)?.last_reason], [false, 'restored_from_backup']);
  const kept = entry(built);
  assert.deepEqual([kept?.open, kept?.maybe_sent, kept?.lease_owner], [true, true, null]);
  assert.ok(kept?.payload?.equals(BYTES));
  assert.equal(Reflect.get(Object(kept?.route) as object, 'text'), ODD);
  const invoice = await database.kysely
    .selectFrom('invoice')
    .select(['status', 'filing_status', 'notes'])
    .where('id', '=', unbuilt)
    .executeTakeFirst();
  assert.deepEqual([invoice?.filing_status, invoice?.notes], ['failed', ODD]);
});

const sourceName = (): string => new URL(service.databaseUrl).pathname.slice(1);

test('the file names the fingerprint of the master key and does not hold it', async () => {
  const { file, answer } = await take();
  const bytes = readFileSync(file);
  const body = gunzipSync(
    bytes.subarray(bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1, -TRAILER),
  ).toString();
  for (const text of [bytes.toString('latin1'), body]) {
    assert.ok(!text.includes(key));
    assert.ok(!text.includes(Buffer.from(key, 'base64').toString('hex')));
  }
  assert.match(String(answer['master_key']), /^[0-9a-f]{8}$/);
  assert.ok(
    bytes
      .subarray(0, 3_000)
      .toString()
      .includes(`"master_key":"${String(answer['master_key'])}"`),
  );
});

test('it is of one moment, while others write', async (t) => {
  const writing = new AbortController();
  const writers = [1, 2, 3].map(async () => {
    let count = 0;
    for (; !writing.signal.aborted; count += 1)
      await office.draft('mx', { line_items: [{ description: 'A', unit_price: 1 }] });
    return count;
  });
  const { file } = await take();
  writing.abort();
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
  assert.ok(written > 0);
  const target = await emptyDatabase(t);
  assert.equal((await target.admin.run('restore', file)).code, 0);
  const database = await openDatabase(target.address, { connections: 1 });
  t.after(() => database.close());
  // Each is written with the other in one transaction.
  const { rows } = await sql<{ apart: number }>`
    select count(*) as apart from invoice
    where not exists (select 1 from audit where audit.record_id = invoice.id)
      or not exists (select 1 from invoice_line where invoice_line.invoice_id = invoice.id)`.execute(
    database.kysely,
  );
  assert.equal(Number(rows[0]?.apart), 0);
});

test('what cannot be restored is refused in one sentence before anything changes', async (t) => {
  const { file, answer } = await take();
  const { code, message: full } = await admin.refused('restore', file);
  assert.equal(code, 'wrong_state');
  assert.match(
    full,
    /^The database folio_test_\d+_\d+ is not empty \(\d+ tables, such as api_key\); restore/,
  );
  const taken = await admin.refused('backup', file);
  assert.equal(taken.code, 'already_exists');
  assert.match(taken.message, /exists already; name a file that does not\.$/);
  assert.equal((await admin.refused('backup', '/nowhere/x')).code, 'unwritable_file');
  const { admin: on, address, url } = await emptyDatabase(t);
  const newer = withHeader(file, (header) => {
    (header['migrations'] as unknown[]).push(['9999_later', '2030-01-01 00:00:00.000']);
    header['version'] = '9.0.0';
  });
  assert.equal(
    await refusedRestore(on, newer, address),
    'This backup is of a newer version (9.0.0, with the migration 9999_later); restore it with that version.',
  );
  const other = adminOn(url, new Date(), { MASTER_KEY: OTHER_KEY });
  assert.equal(
    await refusedRestore(other, file, address, 'not_allowed'),
    `This backup was sealed with the master key ${String(answer['master_key'])}, and the one here is ${OTHER_ID} (MASTER_KEY); give that key as MASTER_KEY, or as DATA_DIR/master.key, and restore again.`,
  );
  assert.match(
    await refusedRestore(adminOn(url), file, address, 'not_allowed'),
    /and there is none here; give that key/,
  );
  const bytes = readFileSync(file);
  const cut = admin.file('cut', bytes.subarray(0, bytes.length - 100));
  assert.match(await refusedRestore(on, cut, address), /was cut off; nothing was changed/);
  const flipped = Buffer.from(bytes);
  flipped[bytes.length - 500] = (flipped[bytes.length - 500] ?? 0) ^ 1;
  assert.match(await refusedRestore(on, admin.file('bad', flipped), address), /was damaged; nothing/);
  assert.match(
    await refusedRestore(on, admin.file('text', 'hello'), address),
    /is not a backup of this service/,
  );
  assert.match(await refusedRestore(on, '/nowhere/x', address), /^The backup \/nowhere\/x cannot be read/);
  assert.equal((await admin.run('backup', 'verify', cut)).code, 1);
});

const OTHER_KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_ID = keyId(Buffer.alloc(32, 7));

test('the key that counts is the one that seals the rows, not the one that is here', async (t) => {
  const { answer } = await take();
  const sealing = String(answer['master_key']);
  for (const [here, present] of [
    [{ MASTER_KEY: OTHER_KEY }, `the one here is ${OTHER_ID} \\(MASTER_KEY\\)`],
    [{}, 'there is none here'],
  ] as const) {
    const on = adminOn(service.databaseUrl, new Date(), here);
    assert.equal((await take(on)).answer['master_key'], sealing);
    const told = await on.run('backup', join(on.folder, 'told.folio'));
    assert.equal(told.code, 0);
    assert.match(
      told.err,
      /The file has no seal, since the master key of its rows is not here: a restore takes/,
    );
    assert.match(told.err, new RegExp(`sealed with the master key ${sealing}, and ${present}`));
  }
  const damaged = adminOn(service.databaseUrl);
  mkdirSync(join(damaged.folder, 'data'));
  damaged.file('data/master.key', 'not a key');
  const { code, err } = await damaged.run('backup', join(damaged.folder, 'told.folio'));
  assert.equal(code, 0, err);
  assert.match(err, /and the one here cannot be read/);
  const { admin: on, address, url } = await emptyDatabase(t);
  const other = adminOn(url, new Date(), { MASTER_KEY: OTHER_KEY });
  const { file } = await take();
  for (const named of [null, OTHER_ID]) {
    const misnamed = withHeader(file, (header) => {
      header['master_key'] = named;
    });
    for (const wrong of [other, ...(named === null ? [adminOn(url)] : [])])
      assert.match(
        await refusedRestore(wrong, misnamed, address, 'not_allowed'),
        new RegExp(`sealed with the master key ${sealing}, and`),
      );
    if (named !== null) assert.equal((await on.run('restore', misnamed)).code, 0);
  }
});

test('what fails on the way leaves the database empty; a broken-off restore is nobody’s books', async (t) => {
  const { file } = await take();
  const { admin: on, address } = await emptyDatabase(t);
  const wrong = withHeader(file, (header) => {
    Object.assign(header['tables'] as object, { entity: 17 });
  });
  assert.match(
    await refusedRestore(on, wrong, address, 'internal_error'),
    /not the \d+ that its header names/,
  );
  await startRestore(address);
  await assert.rejects(migrate(address), /A restore into this database is running, or was broken off/);
  assert.match((await on.refused('org', 'list')).message, /A restore into this database is running/);
  assert.match((await on.refused('restore', file)).message, /is not empty/);
});

test('a backup of an older version is restored and brought up to date', async (t) => {
  const [old, target] = [await emptyDatabase(t), await emptyDatabase(t)];
  const migrations = readMigrations().map(({ name }) => name);
  assert.deepEqual(await old.admin.json('migrate', '--dry-run'), { dry_run: true, migrations });
  await migrate(old.address);
  const database = await openDatabase(old.address, { connections: 1 });
  t.after(() => database.close());
  await database.kysely
    .insertInto('organisation')
    .values({
      id: newId('OrganisationId'),
      name: ODD,
      created_at: '2026-01-01 00:00:00.001',
    })
    .execute();
  const { file } = await take(old.admin);
  const statements = ['alter table organisation add column motto varchar(20)'];
  const { migrated } = await restoreBackup(target.address, await openBackup(file), {
    migrations: [...readMigrations(), { name: '9000_organisation_with_motto', statements }],
    compare: true,
  });
  assert.deepEqual(migrated, ['9000_organisation_with_motto']);
  assert.deepEqual(await target.admin.json('migrate'), { dry_run: false, migrations: [] });
  const [organisation] = (await target.admin.json('org', 'list')) as { name: string }[];
  assert.equal(organisation?.name, ODD);
  writeFileSync(file, '');
});

test('a backup of the migrations that the baseline stands for is restored, one of a part of them refused', async (t) => {
  const { file } = await take();
  const { admin: on, address } = await emptyDatabase(t);
  const history = (...names: readonly string[]) =>
    withHeader(file, (header) => {
      header['migrations'] = names.map((name) => [name, '2026-01-01 00:00:00.000']);
    });
  assert.equal(
    await refusedRestore(on, history('0001_organisation', '0321_task_with_made_by_key'), address),
    'The tables of this backup (0.1.0) end at the migration 0321_task_with_made_by_key, before those that this version starts from. Restore it with the last commit that has src/db/migrations/0370_approval_with_renewed_at.ts; this version goes on with what that has restored.',
  );
  assert.match(
    await refusedRestore(on, history('9999_later'), address),
    /^The tables of this backup \(0\.1\.0\) have a history that this version does not know, with the migration 9999_later and without 0370_approval_with_renewed_at\. Restore/,
  );
  const known = ['0001_organisation', ...readMigrations().map(({ name }) => name)];
  assert.equal((await on.run('restore', history(...known))).code, 0);
  const recorded = (await rowsOf(address)).get('schema_migration');
  assert.equal(recorded?.length, known.length, 'the history comes along');
  assert.deepEqual(await on.json('migrate'), { dry_run: false, migrations: [] });
});
