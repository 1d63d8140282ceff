import assert from 'node:assert/strict';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DEMO_ORGANISATION, DEMO_ORGANISATION_ID } from '../../src/start/demo/organisation.ts';
import { demoAtStart, type DemoResult, ensureDemo } from '../../src/start/demo/ensure.ts';
import { welcome } from '../../src/start/welcome.ts';
import { findIdentity } from '../../src/domain/parties/access/store.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { searchRecords } from '../../src/domain/views/search/search.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, NOW } from './support.ts';

const welcomeText = (demo: DemoResult | undefined): string =>
  welcome({ url: 'http://a/mcp', pages: null, firstLink: null, operationsUrl: 'http://b', demo });
const hasKeys = (text: string): boolean => /folio_\w{20}/.test(text) || text.includes('Bearer');

describe('the demo', () => {
  let db: TestDatabase;
  let admin: Admin;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
  });
  after(() => db.close());

  const rowsOf = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const table of [
      'organisation',
      'member',
      'entity',
      'counterparty',
      'invoice',
      'reference_record',
      'api_key',
    ] as const) {
      counts[table] = (await db.database.kysely.selectFrom(table).selectAll().execute()).length;
    }
    return counts;
  };

  const path = (): string => join(admin.environment['DATA_DIR'] ?? '', 'demo-keys.json');
  const kept = (): { id: string; secret: string }[] => JSON.parse(readFileSync(path(), 'utf8'));

  it('is made once, shows its keys once, and says ever after where they are', async () => {
    const first = await admin.json('demo');
    assert.equal(first.created, true);
    assert.deepEqual(
      first.entities.map(({ country_code }: { country_code: string }) => country_code),
      ['MX', 'DE'],
    );
    assert.equal(first.members.length, 2);
    assert.equal(first.keys.length, 5);
    assert.ok(first.keys.every(({ secret }: { secret: string }) => secret.startsWith('folio_')));
    const rows = await rowsOf();
    const again = await admin.json('demo');
    const untold = first.keys.map((key: object) => ({ ...key, secret: null }));
    assert.deepEqual(again, { ...first, created: false, keys: untold });
    assert.deepEqual(await rowsOf(), rows);
    const { out } = await admin.run('demo');
    assert.ok(!out.includes('folio_'), 'a secret is shown once');
    assert.match(out, new RegExp(`The keys are kept in ${path()}\\.`));
  });

  it('has a key for the whole organisation, one to read with, one an entity, and one that receives', async () => {
    const { entities, organisation_id } = await admin.json('demo');
    const identities = await Promise.all(
      kept().map(({ secret }) => findIdentity(db.database, hashSecret(secret), NOW)),
    );
    assert.ok(identities.every((identity) => identity?.organisation_id === organisation_id));
    assert.deepEqual(
      identities.map((identity) => identity?.entity_id),
      [null, null, entities[0].id, entities[1].id, null],
    );
    assert.deepEqual(
      identities.map((identity) => [...(identity?.toolsets ?? [])]),
      [[], [], [], [], ['inbox']],
    );
    assert.ok(!identities[1]?.scopes.has('*'));
  });

  it('keeps the secrets in a file of its owner, and makes new ones when it is lost', async () => {
    assert.equal(statSync(path()).mode & 0o777, 0o600);
    assert.equal(statSync(admin.environment['DATA_DIR'] ?? '').mode & 0o777, 0o700);
    const before = readFileSync(path(), 'utf8');
    writeFileSync(path(), 'damaged');
    const { keys } = await admin.json('demo');
    assert.ok(keys.every(({ secret }: { secret: string }) => !before.includes(secret)));
  });

  it('makes an expired key anew', async () => {
    const { keys } = await admin.json('demo');
    await db.database.kysely
      .updateTable('api_key')
      .set({ expires_at: '2026-01-01 00:00:00.000' })
      .where('id', '=', keys[0].id)
      .execute();
    const before = kept();
    const renewed = await admin.json('demo');
    // Only what is new is shown.
    assert.notEqual(renewed.keys[0].secret, before[0]?.secret);
    assert.match(renewed.keys[0].secret, /^folio_/);
    assert.deepEqual(renewed.keys.slice(1), keys.slice(1));
    assert.deepEqual(kept().slice(1), before.slice(1));
  });

  it('never makes a revoked key again, nor lists it, even when the file is lost', async () => {
    const { keys } = await admin.json('demo');
    const secret = kept()[1]?.secret ?? assert.fail();
    await admin.json('key', 'revoke', keys[1].id);
    const left = await admin.json('demo');
    assert.deepEqual(left.keys, [keys[0], ...keys.slice(2)]);
    assert.ok(!readFileSync(path(), 'utf8').includes(secret));
    writeFileSync(path(), '[null, {}]');
    const names = (await admin.json('demo')).keys.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      names,
      left.keys.map(({ name }: { name: string }) => name),
    );
  });

  it('holds twins by name, drafts in three currencies, and something of each kind to search', async () => {
    const twins = await db.database.kysely
      .selectFrom('counterparty')
      .select('tax_id')
      .where('name', '=', 'COMERCIALIZADORA ROBLES')
      .execute();
    assert.equal(new Set(twins.map(({ tax_id }) => tax_id)).size, 2);
    const invoices = await db.database.kysely.selectFrom('invoice').select(['currency', 'status']).execute();
    assert.deepEqual([...new Set(invoices.map(({ currency }) => currency))].sort(), ['EUR', 'MXN', 'USD']);
    assert.ok(invoices.every(({ status }) => status === 'draft'));
    const { organisation_id } = await admin.json('demo');
    const { hits } = await searchRecords(
      { db: db.database.reader, organisation_id, now: NOW },
      { query: 'altura', types: undefined, bound: null, mayRead: () => true },
    );
    assert.deepEqual([...new Set(hits.map(({ type }) => type))].sort(), ['clients', 'entities', 'products']);
  });

  it('leaves an organisation of the same name alone', async () => {
    const real = await createTestDatabase();
    try {
      const other = adminOn(real.url);
      const { id } = await other.json('org', 'create', '--name', DEMO_ORGANISATION);
      const dataDir = join(other.folder, 'data');
      assert.equal(await demoAtStart(openBooks(real.database), NOW, dataDir), undefined);
      assert.deepEqual(await other.json('key', 'list'), []);
      const demo = await other.json('demo');
      assert.notEqual(demo.organisation_id, id);
      assert.deepEqual([demo.organisation_id, demo.created], [DEMO_ORGANISATION_ID, true]);
      assert.match(demo.organisation_id, /^orgn_[0-9a-hjkmnp-tv-z]{26}$/);
      // Beside real books nobody needs keys to the demo.
      assert.deepEqual([demo.keys, demo.keys_file], [[], null]);
      assert.match((await other.run('demo')).out, /\nNo keys: there are other organisations here\./);
      assert.deepEqual(await other.json('key', 'list'), []);
      assert.ok(!existsSync(join(dataDir, 'demo-keys.json')));
      const later = await demoAtStart(openBooks(real.database), NOW, dataDir);
      assert.ok(!hasKeys(welcomeText(later)));
    } finally {
      await real.close();
    }
  });

  it('keeps the keys of two databases in one file', async () => {
    const second = await createTestDatabase();
    try {
      const dataDir = admin.environment['DATA_DIR'] ?? '';
      const { keys } = await admin.json('demo');
      const there = await ensureDemo(openBooks(second.database), NOW, dataDir);
      assert.deepEqual((await admin.json('demo')).keys, keys);
      const again = await ensureDemo(openBooks(second.database), NOW, dataDir);
      assert.deepEqual([again.keys, again.new_keys], [there.keys, []]);
      // The first start shows them, later ones name the file.
      assert.ok(hasKeys(welcomeText(there)));
      assert.ok(!hasKeys(welcomeText(again)));
      assert.ok(welcomeText(again).includes(`The API keys of the demo organisation are in ${path()}.`));
    } finally {
      await second.close();
    }
  });

  it('says so when the keys cannot be kept, and makes none', async () => {
    const fresh = await createTestDatabase();
    try {
      await assert.rejects(
        ensureDemo(openBooks(fresh.database), NOW, '/proc/folio-x'),
        /^StartError: The data directory \/proc\/folio-x cannot be written .*Set DATA_DIR/,
      );
      assert.deepEqual(await fresh.database.kysely.selectFrom('api_key').select('id').execute(), []);
    } finally {
      await fresh.close();
    }
  });

  it('is made once by two processes on a new database', async () => {
    const fresh = await createTestDatabase();
    try {
      const folder = admin.folder;
      const [a, b] = await Promise.all([
        ensureDemo(openBooks(fresh.database), NOW, join(folder, 'a')),
        ensureDemo(openBooks(fresh.database), NOW, join(folder, 'b')),
      ]);
      assert.equal(a.organisation_id, b.organisation_id);
      assert.equal(Number(a.created) + Number(b.created), 1);
    } finally {
      await fresh.close();
    }
  });
});
