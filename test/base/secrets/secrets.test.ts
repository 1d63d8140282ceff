// The master key, and what it seals.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { findMasterKey, isOpenToOthers, loadMasterKey } from '../../../src/base/secrets/master-key.ts';
import { createSecrets, SealError } from '../../../src/base/secrets/secrets.ts';
import { StartError } from '../../../src/base/start-error.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'folio-secrets-'));
const SECRET = Buffer.from('the private key');

test('a secret opens under its own name and key only', () => {
  const settings = { master_key: randomBytes(32), data_dir: '/nowhere' };
  const secrets = createSecrets(settings);
  const sealed = secrets.seal('certificate/1', SECRET);
  assert.match(sealed, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  assert.notEqual(secrets.seal('certificate/1', SECRET), sealed, 'each seal is fresh');
  assert.ok(createSecrets(settings).open('certificate/1', sealed).equals(SECRET));
  assert.throws(
    () => secrets.open('certificate/2', sealed),
    /certificate\/2 was changed after it was sealed/,
  );
  const damaged = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  assert.throws(() => secrets.open('certificate/1', damaged), SealError);
  assert.throws(() => secrets.open('certificate/1', 'v1.x'), /is not a sealed secret/);
  assert.throws(() => secrets.open('certificate/1', ''), /is not a sealed secret/);
  assert.throws(
    () => createSecrets({ ...settings, master_key: randomBytes(32) }).open('certificate/1', sealed),
    /^SealError: certificate\/1 was sealed with another master key .* give every instance the MASTER_KEY/,
  );
});

test('the key file is made at first need, for its owner only, and stays', () => {
  const data_dir = join(folder(), 'data');
  const settings = { master_key: null, data_dir };
  const idle = createSecrets(settings);
  assert.equal(findMasterKey(settings), undefined, 'nothing is made before it is needed');
  const sealed = idle.seal('a', SECRET);
  const path = join(data_dir, 'master.key');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(data_dir), ['master.key'], 'no draft is left');
  assert.ok(createSecrets(settings).open('a', sealed).equals(SECRET));
  assert.equal(isOpenToOthers(path), false);
  chmodSync(path, 0o640);
  assert.equal(isOpenToOthers(path), true);
  const again = createSecrets({ master_key: null, data_dir: folder() });
  assert.throws(() => again.open('a', sealed), /another master key/);
});

test('a damaged or unusable key file is told in one sentence', () => {
  const data_dir = folder();
  writeFileSync(join(data_dir, 'master.key'), 'short');
  const settings = { master_key: null, data_dir };
  assert.throws(
    () => loadMasterKey(settings),
    (error) => error instanceof StartError && /is damaged/.test(error.message),
  );
  const file = join(data_dir, 'file');
  writeFileSync(file, '');
  assert.throws(() => loadMasterKey({ master_key: null, data_dir: join(file, 'below') }), StartError);
});

/** A process that loads the key when it is told to, and answers its id. */
const keyProcess = (data_dir: string): ChildProcess => {
  const extension = extname(import.meta.filename);
  const module = join(
    import.meta.dirname,
    '..',
    '..',
    '..',
    'src',
    'base',
    'secrets',
    `master-key${extension}`,
  );
  const script = `
    const { loadMasterKey } = await import(${JSON.stringify(module)});
    process.once('message', (data_dir) => {
      process.send(loadMasterKey({ master_key: null, data_dir }).id);
      process.disconnect();
    });
    process.send('ready');`;
  const loader = extension === '.ts' ? ['--import', 'tsx'] : [];
  const args = [...loader, '--input-type=module', '--eval', script, data_dir];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
};

const messageOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];

test('processes that need the key at the same time agree on it', async () => {
  const data_dir = join(folder(), 'data');
  const children = Array.from({ length: 6 }, () => keyProcess(data_dir));
  await Promise.all(children.map(messageOf));
  const answers = children.map(messageOf);
  for (const child of children) child.send(data_dir);
  const ids = await Promise.all(answers);
  assert.equal(new Set(ids).size, 1);
  assert.equal(findMasterKey({ master_key: null, data_dir })?.id, ids[0]);
  assert.deepEqual(readdirSync(data_dir), ['master.key']);
});
