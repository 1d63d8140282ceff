import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn } from './support.ts';

let db: TestDatabase;
let admin: Admin;
let org: string;
before(async () => {
  db = await createTestDatabase();
  admin = adminOn(db.url, undefined, { PUBLIC_URL: 'https://books.example.com' });
  org = (await admin.json('org', 'create', '--name', 'Despacho Ibarra')).id;
});
after(() => db.close());

const ISSUER = 'https://login.ibarra.example';

test('company sign-in is set up with what the provider needs to know, and ended', async () => {
  const secret = admin.file('secret.txt', 'top secret\n');
  const given = ['--issuer', ISSUER, '--client-id', 'folio', '--secret-file', secret];
  const page = `https://books.example.com/sign-in/company/${org}`;
  assert.deepEqual(await admin.json('org', 'sign-in', org, ...given), {
    organisation_id: org,
    issuer: ISSUER,
    redirect_uri: `${page}/return`,
    page,
  });
  const rows = await db.database.kysely.selectFrom('company_sign_in').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /top secret/);
  assert.equal((await admin.json('org', 'sign-in', org, '--off')).issuer, null);
  const trail = await db.database.kysely
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'org sign-in')
    .orderBy('id')
    .execute();
  const kept = { issuer: ISSUER, client_id: 'folio' };
  assert.deepEqual(trail, [
    { before: null, after: kept },
    { before: kept, after: null },
  ]);
  assert.deepEqual(await db.database.kysely.selectFrom('company_sign_in').selectAll().execute(), []);
});

test('what is missing or unsafe is refused', async () => {
  const secret = admin.file('secret.txt', 'top secret');
  const client = ['--client-id', 'folio', '--secret-file', secret];
  const cases: [string[], RegExp][] = [
    [[], /Give --issuer, --client-id and --secret-file, or --off alone/],
    [['--off', '--issuer', ISSUER], /--off alone/],
    [['--issuer', ISSUER, '--client-id', 'folio', '--secret-file', `${secret}.none`], /does not exist/],
    [['--issuer', 'http://login.ibarra.example', ...client], /begins with https/],
    [['--issuer', 'login', ...client], /begins with https/],
  ];
  for (const [given, message] of cases)
    assert.match((await admin.refused('org', 'sign-in', org, ...given)).message, message);
});
