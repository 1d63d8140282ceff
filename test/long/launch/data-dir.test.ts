// A data directory that cannot be made ends a start at once, with one sentence.
import { programFile } from '../../support/programs.ts';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkDataDir } from '../../../src/doctor/machine.ts';
import { makeFolder } from '../../../src/base/files.ts';

const NOWHERE = '/proc/folio-x';
const SENTENCE =
  /^The data directory \/proc\/folio-x cannot be written \(.*\)\. Set DATA_DIR to another one\.\n$/;
const skip = existsSync('/proc') ? false : 'there is no /proc';

const home = mkdtempSync('/tmp/folio-data-dir-test-');
after(() => rmSync(home, { recursive: true, force: true }));

const run = (program: 'main' | 'admin', ...args: string[]) => {
  const { DATABASE_URL: _url, ...rest } = process.env;
  return spawnSync(process.execPath, [programFile(program), ...args], {
    env: { ...rest, DATA_DIR: NOWHERE, PORT: '0', ADMIN_PORT: '0' },
    encoding: 'utf8',
    timeout: 60_000,
  });
};

for (const [exit, program, ...args] of [
  [1, 'main'],
  // Scripts tell a command that failed from one that was refused.
  [3, 'admin', 'org', 'list'],
] as const) {
  test(`${[program, ...args].join(' ')} ends with exit code ${exit} below ${NOWHERE}`, { skip }, () => {
    const { status, stdout, stderr } = run(program, ...args);
    assert.match(stderr, SENTENCE);
    assert.deepEqual([status, stdout], [exit, '']);
  });
}

test('doctor says so too', { skip }, async () => {
  const [check] = await checkDataDir(NOWHERE);
  assert.equal(check?.status, 'FAIL');
});

test('makes what is missing, of this mode, and refuses a file', () => {
  const folder = join(home, 'a', 'b');
  makeFolder(folder, 0o700);
  makeFolder(folder, 0o700);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  writeFileSync(join(folder, 'file'), '');
  assert.throws(() => makeFolder(join(folder, 'file')), /ENOTDIR/);
  assert.throws(() => makeFolder(join(folder, 'file', 'c')), /ENOTDIR/);
  assert.throws(() => makeFolder('/proc/folio-x/y'), /ENOENT|EACCES|EPERM|EROFS/);
});

test('doctor names a directory that is open to others, and what in it is', async () => {
  const folder = join(home, 'open');
  makeFolder(folder);
  assert.deepEqual((await checkDataDir(folder))[0], {
    check: 'data directory',
    status: 'OK',
    detail: `${folder} can be written, by its owner alone`,
    fix: null,
  });
  chmodSync(folder, 0o755);
  const open = { check: 'data directory', status: 'WARN', fix: `chmod -R go= ${folder}` };
  assert.deepEqual((await checkDataDir(folder))[0], { ...open, detail: `${folder} is open to others.` });
  const key = join(folder, 'master.key');
  writeFileSync(key, '');
  chmodSync(key, 0o644);
  assert.deepEqual((await checkDataDir(folder))[0], { ...open, detail: `${key} may be read by others.` });
});
