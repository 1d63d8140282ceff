// A backup is restored only as who has the master key wrote it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { requireMasterKey } from '../../src/db/master-key.ts';
import { changeRows, keyId, TRAILER, writtenBy } from '../support/backup-file.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';
import { adminOn } from './support.ts';

const KEY = Buffer.alloc(32, 5);
const OTHER = Buffer.alloc(32, 7);
const SETTING = { MASTER_KEY: KEY.toString('base64') };

test('a file that somebody without the master key wrote is refused; one without a seal is taken when asked', async (t) => {
  const service = await startTestService({ database: 'own' });
  t.after(() => service.close());
  const admin = adminOn(service.databaseUrl, new Date(), SETTING);
  const settings = { master_key: KEY, data_dir: admin.environment['DATA_DIR'] ?? '' };
  await requireMasterKey(service.database, settings, async () => [], new Date());
  const org = `--org=${service.organisation_id}`;
  await admin.json('member', 'add', org, '--email=eve@example.org', '--name=Eve', '--role=viewer');
  const file = join(admin.folder, 'books.folio');
  const answer = (await admin.json('backup', file)) as { readonly sealed: boolean };
  assert.equal(answer.sealed, true);
  const bytes = readFileSync(file);
  const forged = changeRows(bytes, (lines) => {
    assert.ok(lines.includes('"viewer"'));
    return lines.replace('"viewer"', '"administrator"');
  });
  const emptyOne = async () => {
    const empty = await createEmptyDatabase();
    t.after(() => empty.drop());
    const on = adminOn(empty.url, new Date(), SETTING);
    const role = async (): Promise<string | undefined> => {
      const database = await openDatabase(empty.address, { connections: 1 });
      const eve = database.reader.selectFrom('member').select('role').where('email', '=', 'eve@example.org');
      const row = await eve.executeTakeFirst();
      await database.close();
      return row?.role;
    };
    return { on, role, url: empty.url };
  };
  const { on, role, url } = await emptyOne();
  const refusedBoth = async (of: string, code: string, message: string, ...options: string[]) => {
    assert.deepEqual(await on.refused('restore', of, ...options), { code, message });
    assert.deepEqual(await on.refused('backup', 'verify', of, ...options), { code, message });
  };
  const bare = admin.file('bare', writtenBy(forged));
  await refusedBoth(
    bare,
    'not_allowed',
    `${bare} has no seal: an older version wrote it, or somebody without the master key did. If you know that nobody could change it since it was taken, take it with --unsealed.`,
  );
  // With the seal of the content before, and with that of another key under the name of this one.
  const moved = admin.file('moved', Buffer.concat([writtenBy(forged), bytes.subarray(-TRAILER + 73)]));
  const named = writtenBy(forged, OTHER);
  named.write(keyId(KEY), named.length - 74);
  for (const wrong of [moved, admin.file('named', named)]) {
    const message = `${wrong} was changed after it was taken: its seal is not that of its content. Nothing was changed. Take another copy of the backup.`;
    await refusedBoth(wrong, 'unreadable_file', message);
    await refusedBoth(wrong, 'unreadable_file', message, '--unsealed');
  }
  await refusedBoth(
    admin.file('other', writtenBy(forged, OTHER)),
    'not_allowed',
    `This backup was sealed with the master key ${keyId(OTHER)}, and the one here is ${keyId(KEY)} (MASTER_KEY); give that key as MASTER_KEY, or as DATA_DIR/master.key, and restore again.`,
  );
  // A machine without the key cannot tell who wrote a file.
  assert.equal((await adminOn(url).refused('backup', 'verify', file)).code, 'not_allowed');
  const told = await on.run('restore', bare, '--unsealed');
  assert.equal(told.code, 0);
  assert.match(
    told.err,
    /Nothing proves that this service wrote the file: whoever had it may have changed roles/,
  );
  assert.equal(await role(), 'administrator');
  const good = await emptyOne();
  assert.equal((await good.on.run('restore', file)).code, 0);
  assert.equal(await good.role(), 'viewer');
});
