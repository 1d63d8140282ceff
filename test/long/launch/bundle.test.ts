// The bundled programs as an image has them, without anything else that was compiled: a command, a call, and the threads
// that read statements and match their lines. What is printed and mailed is in the journeys.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packageRoot } from '../../../src/base/package-root.ts';
import { temporaryFolder } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount } from '../../tools/bank/support.ts';
import { assemble, readImage } from '../deploy/image.ts';

const STATEMENT = join(packageRoot(), 'test/domain/bank-statements/fixtures/camt053-charges.xml');

const folder = temporaryFolder('folio-bundle-');
let service: TestService;
let account: string;
let environment: NodeJS.ProcessEnv;

before(async () => {
  service = await startTestService();
  account = await addAccount(service, service.entities.de, { currency: 'EUR', name: 'Hausbank' });
  assemble(readImage(), packageRoot(), folder, false);
  environment = {
    PATH: process.env['PATH'],
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: temporaryFolder('folio-bundle-data-'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    PORT: '0',
    ADMIN_PORT: '0',
  };
});
after(() => service.close());

const admin = (...args: string[]) =>
  spawnSync(process.execPath, [join(folder, 'dist/bin/admin.js'), ...args], {
    env: environment,
    encoding: 'utf8',
  });

const startBundle = async () => {
  const child = spawn(process.execPath, [join(folder, 'dist/bin/main.js')], { env: environment });
  let [out, err] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(err)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const found = /ready at (http\S+\/mcp)\n/.exec(out)?.[1];
      if (found !== undefined) resolve(found.replace('localhost', '127.0.0.1'));
    });
  });
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop, told: () => err };
};

test('a command reads a statement in its thread, and the service matches the lines in its own', async () => {
  assert.ok(!existsSync(join(folder, 'dist/src')));
  const imported = admin('statement', 'import', '--bank-account', account, STATEMENT, '--json');
  assert.equal(imported.status, 0, imported.stderr);
  assert.equal(JSON.parse(imported.stdout).imported, 2);
  const { url, stop, told } = await startBundle();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.keys.de}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'run_ai_matching', arguments: { bank_account_id: account } },
      }),
    });
    const { result } = (await answer.json()) as {
      result: { structuredContent: { status: string; processed: number } };
    };
    const { status, processed } = result.structuredContent;
    assert.equal(status, 'completed', told());
    assert.ok(processed > 0);
  } finally {
    await stop();
  }
});

test('help loads nothing of the books, and names what each command takes', () => {
  const { status, stdout } = admin('--help');
  assert.equal(status, 0);
  for (const line of ['import [options] <type> [file]', 'restore [options] <file>', 'doctor', 'org'])
    assert.ok(stdout.includes(`\n  ${line} `), line);
});
