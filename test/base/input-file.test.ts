// What a command is given as a file: read within its bound, never waited for.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { readInputFile } from '../../src/base/input-file.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { readStatementFile } from '../../src/domain/bank-statements/file.ts';

const folder = mkdtempSync(join(tmpdir(), 'folio-input-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const refused = (path: string, reason: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.message.startsWith(path) && reason.test(error.message);

test('a device that never ends and a pipe that nobody writes to are refused at once', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of ['/dev/zero', pipe])
    await assert.rejects(readStatementFile(path), refused(path, / is a pipe or a device; save /));
});

test('a file of just the bound is read, a byte more is refused in words', async () => {
  const path = join(folder, 'file');
  const bound = { bytes: 200_000, tooLarge: 'is too large' };
  writeFileSync(path, Buffer.alloc(bound.bytes, 1));
  assert.equal((await readInputFile(path, bound)).length, bound.bytes);
  writeFileSync(path, Buffer.alloc(bound.bytes + 1));
  await assert.rejects(readInputFile(path, bound), refused(path, / is too large\.$/));
  writeFileSync(path, '');
  assert.equal((await readInputFile(path, bound)).length, 0);
});

test('a file whose size the system does not tell is read up to the bound', async () => {
  const bound = { bytes: 10, tooLarge: 'is too large' };
  await assert.rejects(readInputFile('/proc/meminfo', bound), refused('/proc/meminfo', / is too large\.$/));
});
