import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/base/package-root.ts';
import { temporaryFolder } from '../../admin/support.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import { assemble, readImage, runImage } from './image.ts';

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : 0);
};

test('what the image copies is enough to run, be healthy, and end on SIGTERM', async (t) => {
  const image = readImage();
  const folder = temporaryFolder('folio-image-');
  assemble(image, packageRoot(), folder, false);
  const { url, drop } = await createEmptyDatabase();
  t.after(drop);
  const [PORT, ADMIN_PORT] = [await freePort(), await freePort()];
  const DATA_DIR = temporaryFolder('folio-image-data-');
  const run = await runImage(image, folder, { DATABASE_URL: url, DATA_DIR, PORT, ADMIN_PORT });
  assert.equal(run.ready, `Folio is ready at http://0.0.0.0:${PORT}/mcp`, run.log);
  assert.deepEqual(run.codes, [0, 0, 1]);
});

test('neither data nor keys nor packages of this folder go into the image', () => {
  const ignored = readFileSync(join(packageRoot(), 'src/deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  for (const name of ['.git', '.data', 'dist', 'node_modules', '.env'])
    assert.ok(ignored.includes(name), name);
});

test('the image runs without rights, and so does the composed service', () => {
  const { user, env } = readImage();
  assert.ok(user > 1_000);
  assert.equal(env['DATA_DIR'], '/data');
  const compose = parse(readFileSync(join(packageRoot(), 'src/deploy/compose.yml'), 'utf8')) as {
    services: { folio: Record<string, unknown>; database: { image: string } };
  };
  const { folio, database } = compose.services;
  assert.deepEqual(
    [folio['read_only'], folio['cap_drop'], folio['ports']],
    [true, ['ALL'], ['127.0.0.1:3000:3000']],
  );
  assert.match(database.image, /^mariadb:10\.11$/);
});
