// One master key for all who use a database: a missing, damaged or foreign one is refused before anything is claimed, and
// a new one is made only where nothing was ever sealed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Sealed, sealSecret } from '../../src/base/secrets/secrets.ts';
import { StartError } from '../../src/base/start-error.ts';
import { requireMasterKey } from '../../src/db/master-key.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
let folder: string;
before(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.database.kysely.deleteFrom('master_key').execute();
  folder = mkdtempSync(join(tmpdir(), 'folio-key-'));
});
after(() => db.close());

const NOTHING = async (): Promise<readonly Sealed[]> => [];
const require_ = (
  settings: { master_key?: Buffer; data_dir?: string } = {},
  sealed: () => Promise<readonly Sealed[]> = NOTHING,
) => requireMasterKey(db.database, { master_key: null, data_dir: folder, ...settings }, sealed, new Date());
const keyFile = (): string => join(folder, 'master.key');

test('the first start makes a key and records it; the next ones have it', async () => {
  const made = await require_();
  assert.ok(existsSync(keyFile()));
  assert.equal((await require_()).id, made.id);
});

test('twenty first starts at once with keys of their own: one is recorded, the others are refused', async () => {
  const starts = await Promise.allSettled(
    Array.from({ length: 20 }, () => require_({ master_key: randomBytes(32) })),
  );
  const agreed = starts.filter(({ status }) => status === 'fulfilled');
  assert.equal(agreed.length, 1);
  for (const start of starts)
    if (start.status === 'rejected') assert.ok(start.reason instanceof StartError, String(start.reason));
});

test('a key that is gone is not replaced', async () => {
  const { id } = await require_();
  rmSync(keyFile());
  await assert.rejects(require_(), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(
      error.message,
      new RegExp(`sealed with the master key ${id}, which is not here: set MASTER_KEY`),
    );
    return true;
  });
  assert.ok(!existsSync(keyFile()), 'no new one was made');
});

test('a damaged key and a foreign one are refused', async () => {
  const { id } = await require_();
  await assert.rejects(
    require_({ master_key: randomBytes(32) }),
    new RegExp(`master key ${id}, and the one here is`),
  );
  writeFileSync(keyFile(), 'not a key');
  await assert.rejects(require_(), /is damaged/);
});

test('a database from before keys were recorded tells by what is sealed', async () => {
  const key = { bytes: randomBytes(32), id: 'aaaa1111', source: 'test' };
  const sealed = async () => [{ name: 'x', text: sealSecret(key, 'x', Buffer.from('y')) }];
  await assert.rejects(require_({}, sealed), /sealed with the master key aaaa1111, which is not here/);
  await assert.rejects(require_({ master_key: randomBytes(32) }, sealed), /aaaa1111, and the one here is/);
  assert.ok(!existsSync(keyFile()));
});
