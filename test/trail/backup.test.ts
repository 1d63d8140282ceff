// The log goes with the books: a restored backup verifies with the same master key, also against checkpoints of before.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import { headsFolder, knownHeadsIn } from '../../src/domain/views/trail/log/known-heads.ts';
import { adminOn, temporaryFolder } from '../admin/support.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { KEY_SETTING, usingTrail } from './office.ts';

const held = usingTrail(async (office) => {
  await office.verify();
});

test('a backup restored elsewhere verifies, and its log goes on', async (t) => {
  const { office } = held;
  const notes = await office.rows<{ note: string }>('select note from trail_checkpoint order by size');
  const kept = office.admin.file('kept.ndjson', notes.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const before = await office.verify();
  const file = join(temporaryFolder('folio-backup-'), 'books.folio');
  await office.admin.json('backup', file);
  const empty = await createEmptyDatabase();
  t.after(() => empty.drop());
  const there = adminOn(empty.url, new Date(), KEY_SETTING);
  // What this machine has seen of the log of the books that were lost.
  const seen = headsFolder(readConfig(there.environment));
  await knownHeadsIn(seen).write(office.org, { size: 10_000, frontier: [] });
  const { code, err } = await there.run('restore', file, '--json');
  assert.equal(existsSync(seen), false);
  assert.equal(code, 0, err);
  const after = await there.json('audit', 'verify', `--checkpoints=${kept}`);
  assert.deepEqual(after.faults, []);
  assert.deepEqual([after.records, after.waiting, after.ok], [before.records, 0, true]);
  await there.json('member', 'add', `--org=${office.org}`, '--email=new@ibarra.example', '--name=New');
  const grown = await there.json('audit', 'verify', `--checkpoints=${kept}`);
  assert.deepEqual([grown.ok, grown.rows], [true, after.rows + 1]);
});
