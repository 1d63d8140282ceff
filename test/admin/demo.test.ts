import assert from 'node:assert/strict';
import { openBooks } from '../../src/domain/books/books.ts';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DEMO_ORGANISATION, DEMO_ORGANISATION_ID } from '../../src/start/demo/data/organisation.ts';
import { demoAtStart, ensureDemo } from '../../src/start/demo/ensure.ts';
import { findIdentity } from '../../src/domain/access/store.ts';
import { hashSecret } from '../../src/domain/access/secret.ts';
import { searchRecords } from '../../src/domain/search/search.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, NOW } from './support.ts';

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

  it('is made once, and shows the same keys ever after', async () => {
    const first = await admin.json('demo');
    assert.equal(first.created, true);
    assert.deepEqual(
      first.entities.map(({ country_code }: { country_code: string }) => country_code),
      ['MX', 'DE'],
    );
    assert.equal(first.members.length, 2);
    assert.equal(first.keys.length, 4);
    const rows = await rowsOf();
    const again = await admin.json('demo');
    assert.deepEqual(again, { ...first, created: false });
    assert.deepEqual(await rowsOf(), rows);
    assert.match((await admin.run('demo')).out, /Demo: all entities +folio_/);
  });

  it('has a key for the whole organisation, one to read with, and one an entity', async () => {
    const { keys, entities, organisation_id } = await admin.json('demo');
    const identities = await Promise.all(
      keys.map(({ secret }: { secret: string }) => findIdentity(db.database, hashSecret(secret), NOW)),
    );
    assert.ok(identities.every((identity) => identity?.organisation_id === organisation_id));
    assert.deepEqual(
      identities.map((identity) => identity?.entity_id),
      [null, null, entities[0].id, entities[1].id],
    );
    assert.ok(!identities[1]?.scopes.has('*'));
  });

  it('keeps the secrets in a file of its owner, and makes new ones when it is lost', async () => {
    const path = join(admin.environment['DATA_DIR'] ?? '', 'demo-keys.json');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, 'damaged');
    const { keys } = await admin.json('demo');
    assert.ok(!kept.includes(keys[0].secret));
  });

  it('makes an expired key anew', async () => {
    const { keys } = await admin.json('demo');
    await db.database.kysely
      .updateTable('api_key')
      .set({ expires_at: '2026-01-01 00:00:00.000' })
      .where('id', '=', keys[0].id)
      .execute();
    const renewed = await admin.json('demo');
    assert.notEqual(renewed.keys[0].secret, keys[0].secret);
    assert.deepEqual(renewed.keys.slice(1), keys.slice(1));
  });

  it('never makes a revoked key again, nor lists it, even when the file is lost', async () => {
    const path = join(admin.environment['DATA_DIR'] ?? '', 'demo-keys.json');
    const { keys } = await admin.json('demo');
    await admin.json('key', 'revoke', keys[1].id);
    const left = await admin.json('demo');
    assert.deepEqual(left.keys, [keys[0], keys[2], keys[3]]);
    assert.ok(!readFileSync(path, 'utf8').includes(keys[1].secret));
    writeFileSync(path, '[null, {}]');
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
      assert.deepEqual((await ensureDemo(openBooks(second.database), NOW, dataDir)).keys, there.keys);
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
