// The secrets of persons and companies are sealed with the master key; with another one nobody could sign in.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadMasterKey } from '../../src/base/secrets/master-key.ts';
import { sealSecret } from '../../src/base/secrets/secrets.ts';
import { newId } from '../../src/db/ids.ts';
import { totpName } from '../../src/domain/parties/persons/sign-in.ts';
import { insertPerson, updatePerson } from '../../src/domain/parties/persons/store/persons.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, NOW } from './support.ts';

let db: TestDatabase;
let admin: Admin;
let org: string;
before(async () => {
  db = await createTestDatabase();
  admin = adminOn(db.url, undefined, {
    PUBLIC_URL: 'https://books.example.com',
    PORT: '0',
    ADMIN_PORT: '0',
  });
  org = (await admin.json('org', 'create', '--name', 'Despacho Ibarra')).id;
});
after(() => db.close());

const masterKey = async (): Promise<string> => {
  const { out } = await admin.run('doctor');
  return out.split('\n').find((line) => line.includes(' master key ')) ?? out;
};

test('doctor opens the secrets of codes and of company sign-in', async () => {
  assert.match(await masterKey(), /^OK .*made when it is first needed/);
  const secret = admin.file('secret.txt', 'top secret\n');
  const issuer = [
    '--issuer',
    'https://login.ibarra.example',
    '--client-id',
    'folio',
    '--secret-file',
    secret,
  ];
  await admin.json('org', 'sign-in', org, ...issuer);
  assert.match(await masterKey(), /^OK .*opens 1 sealed secrets/);
  const id = newId('PersonId');
  const data_dir = admin.environment['DATA_DIR'] ?? '';
  const key = loadMasterKey({ master_key: null, data_dir });
  const seal = (name: string): string => sealSecret(key, name, Buffer.from('JBSWY3DPEHPK3PXP'));
  await inTransaction(db.database, async (writer) => {
    await insertPerson(writer, { id, email: 'ana@ibarra.example', name: 'Ana', locale: null }, NOW);
    await updatePerson(writer, id, { totp_secret: seal(totpName(id)) });
  });
  assert.match(await masterKey(), /^OK .*opens 2 sealed secrets/);
  await inTransaction(db.database, (writer) =>
    updatePerson(writer, id, { totp_secret: seal('totp/another') }),
  );
  assert.match(await masterKey(), new RegExp(`^FAIL .*${totpName(id)}`));
  await inTransaction(db.database, (writer) => updatePerson(writer, id, { totp_secret: null }));
  rmSync(join(data_dir, 'master.key'));
  assert.match(await masterKey(), /^FAIL .*There is none, but 1 secrets were sealed with one/);
  loadMasterKey({ master_key: null, data_dir });
  assert.match(await masterKey(), /^FAIL .*company-sign-in\/.* was sealed with another master key/);
});
