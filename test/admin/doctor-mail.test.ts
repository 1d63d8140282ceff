import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkMail } from '../../src/doctor/pac.ts';
import { readConfig } from '../../src/base/config.ts';
import { ADMIN_PARTS } from '../../src/start/admin-parts.ts';
import { startMailServer } from '../mail/mail-server.ts';

const examine = (environment: Readonly<Record<string, string>>) =>
  checkMail(readConfig(environment), ADMIN_PARTS.mail);

test('doctor says whether invoices can be mailed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-doctor-'));
  const folder = await examine({ DATA_DIR: dataDir });
  assert.deepEqual([folder.status, folder.detail], ['OK', `written to ${join(dataDir, 'mail')}`]);
  await rm(dataDir, { recursive: true });

  const server = await startMailServer();
  const reached = await examine({ SMTP_URL: server.url, MAIL_FROM: 'a@b.example' });
  assert.deepEqual([reached.status, reached.detail], ['OK', `${new URL(server.url).host} takes mail`]);
  const sender = await examine({ SMTP_URL: server.url, MAIL_FROM: 'nobody' });
  assert.deepEqual(
    [sender.status, sender.detail],
    ['FAIL', 'MAIL_FROM is "nobody"; it must be an e-mail address.'],
  );
  await server.close();

  const silent = await new Promise<number>((resolve) => {
    const free = createServer().listen(0, '127.0.0.1', () => {
      const { port } = free.address() as AddressInfo;
      free.close(() => resolve(port));
    });
  });
  const gone = await examine({ SMTP_URL: `smtp://user:secret@127.0.0.1:${silent}` });
  assert.equal(gone.status, 'FAIL');
  assert.match(gone.detail, /ECONNREFUSED/);
  assert.ok(!JSON.stringify(gone).includes('secret'));
  assert.match(gone.fix ?? '', /SMTP_URL/);
});
