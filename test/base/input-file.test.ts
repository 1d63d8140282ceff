// What a command is given as a file: read within its bound, never waited for.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { keepInput, readInputFile } from '../../src/base/input-file.ts';
import { isRefusal } from '../../src/base/errors.ts';
import { readStatementFile } from '../../src/domain/bank/statements/file.ts';

const folder = mkdtempSync(join(tmpdir(), 'folio-input-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const refused = (path: string, reason: RegExp) => (error: unknown) =>
  isRefusal(error) && error.message.startsWith(path) && reason.test(error.message);

const aPipe = (name: string): string => {
  const pipe = join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return pipe;
};

/** Another program writes into it; no shell waits for its end. */
const feed = (pipe: string, script: string) => {
  const child = spawn('sh', ['-c', `${script} > "$1"`, 'sh', pipe], { stdio: 'ignore' });
  return once(child, 'close');
};

test('a device that never ends is refused at once', async () => {
  await assert.rejects(
    readStatementFile('/dev/zero'),
    refused('/dev/zero', / is neither a file nor a pipe\.$/),
  );
});

test('a pipe that nobody writes to is refused after a while, without a reader left behind', async () => {
  const pipe = aPipe('silent');
  const bound = { bytes: 10, tooLarge: 'is too large', silence_ms: 50 };
  await assert.rejects(readInputFile(pipe, bound), refused(pipe, / gave nothing for 0\.05 seconds; save /));
  // Nobody reads it any more.
  assert.throws(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK), { code: 'ENXIO' });
});

test('a pipe is read to its end, and no further than the bound', async () => {
  const pipe = aPipe('pipe');
  const bound = { bytes: 200_000, tooLarge: 'is too large' };
  const wrote = feed(pipe, 'sleep 0.1; head -c 200000 /dev/zero');
  assert.equal((await readInputFile(pipe, bound)).length, bound.bytes);
  await wrote;
  const endless = feed(pipe, 'exec cat /dev/zero');
  await assert.rejects(readInputFile(pipe, bound), refused(pipe, / is too large\.$/));
  // The writer ends by itself, since its pipe is closed.
  await endless;
});

test('what came through a pipe can be read again, and is gone when it is closed', async () => {
  const pipe = aPipe('kept');
  const wrote = feed(pipe, 'printf abc');
  const kept = await keepInput(pipe, { bytes: 3, tooLarge: 'is too large' });
  await wrote;
  assert.deepEqual([kept.name, kept.bytes, readFileSync(kept.path, 'utf8')], [pipe, 3, 'abc']);
  assert.equal(statSync(kept.path).mode & 0o777, 0o600);
  await kept.close();
  assert.ok(!existsSync(dirname(kept.path)));
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
