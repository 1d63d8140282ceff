// `backup` and `backup verify` with all that they start: a server to restore into, and what is left when they are stopped.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPidRunning } from '../../../src/db/embedded/process-identity.ts';
import { requireMasterKey } from '../../../src/db/master-key.ts';
import { type Admin, adminOn, startProgram, temporaryFolder } from '../../admin/support.ts';
import { openOffice } from '../../support/office.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let admin: Admin;
let made = 0;

before(async () => {
  service = await startTestService({ database: 'own' });
  const office = await openOffice(service);
  admin = adminOn(service.databaseUrl, new Date());
  const data_dir = admin.environment['DATA_DIR'] ?? '';
  await requireMasterKey(service.database, { master_key: null, data_dir }, async () => [], new Date());
  await office.approved('de');
});
after(() => service.close());

const take = async () => {
  const file = join(admin.folder, `${(made += 1)}.folio`);
  const answer = (await admin.json('backup', file)) as Readonly<Record<string, unknown>>;
  return { file, answer };
};

test('verify restores into a server of its own and compares each row', async () => {
  const { file, answer } = await take();
  const told = (await admin.json('backup', 'verify', file)) as Record<string, unknown>;
  assert.deepEqual(
    [told['rows'], told['bytes'], told['master_key']],
    [answer['rows'], answer['bytes'], answer['master_key']],
  );
});

const inFolder = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

/** Stops the program by this signal once the folder holds such a file. */
const interrupted = async (signal: 'SIGINT' | 'SIGTERM', folder: string, sign: RegExp, args: string[]) => {
  const child = startProgram({ ...admin.environment, TMPDIR: folder }, args);
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (child.exitCode === null && !inFolder(folder).some((path) => sign.test(path))) await pause(10);
  const pids = inFolder(folder).filter((path) => path.endsWith('server.pid'));
  const servers = pids.map((path) => Number(readFileSync(join(folder, path), 'utf8')));
  child.kill(signal);
  assert.equal(await ended, 1);
  return servers;
};

test('what is interrupted leaves nothing behind', async () => {
  const { file } = await take();
  const folder = temporaryFolder('folio-interrupted-');
  await service.database.kysely.connection().execute(async (connection) => {
    // So that it is not complete before.
    await sql`lock tables organisation write`.execute(connection);
    await interrupted('SIGTERM', folder, /\.part$/, ['backup', join(folder, 'books.folio')]);
    await sql`unlock tables`.execute(connection);
  });
  assert.deepEqual(readdirSync(folder), []);
  const servers = await interrupted('SIGINT', folder, /invoice\.ibd$/, ['backup', 'verify', file]);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('folio-verify-')),
    [],
  );
  assert.equal(servers.length, 1);
  for (let tries = 0; servers.some(isPidRunning) && tries < 100; tries += 1) await pause(20);
  assert.deepEqual(servers.filter(isPidRunning), []);
});
