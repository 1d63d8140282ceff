import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/db/ids.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import {
  getMembership,
  linkMember,
  makeFirstLink,
  welcomePath,
} from '../../src/domain/parties/persons/links.ts';
import { createAuthenticator, optionsIn } from './authenticator.ts';
import { type Answer, type Person, startTestConsole, type TestConsole } from './support.ts';

const MEMBERS = '/settings/members';

let console_: TestConsole;
before(async () => {
  console_ = await startTestConsole();
});
after(() => console_.close());

const kysely = () => console_.service.database.kysely;
const memberId = async (email: string): Promise<string> => {
  const row = await kysely().selectFrom('member').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id ?? '';
};
const linkIn = ({ html }: Answer): string => /\/welcome\/[A-Za-z0-9_-]{43}/.exec(html)?.[0] ?? 'no link';
const enrol = async (person: Person, path: string, name: string): Promise<Answer> => {
  const { html } = await person.send(path, 'begin');
  const credential = createAuthenticator(console_.origin).make(optionsIn(html, 'make'));
  return person.send(path, 'passkey', { name, credential });
};
const personLink = async (email: string): Promise<string> => {
  const books = openBooks(console_.service.database);
  const member = await getMembership(console_.service.database.reader, email);
  const act = newAct(SYSTEM, 'person link', {}, new Date());
  const token = await books.changeOrganisation(member.organisation_id, act, (ctx) =>
    linkMember(ctx, member, 'bootstrap'),
  );
  return welcomePath(token);
};

test('somebody is invited by mail and comes in with the role', async () => {
  const admin = console_.as('administrator');
  const email = 'dora@ibarra.example';
  const sent = await admin.send(MEMBERS, 'invite', {
    name: '<script>alert(1)</script>',
    email,
    role: 'viewer',
  });
  assert.doesNotMatch(sent.html, /<script>alert/);
  const path = linkIn(sent);
  const guest = console_.stranger();
  const done = await enrol(guest, path, 'Dora');
  assert.equal(done.path, '/');
  assert.equal((await guest.get(MEMBERS)).status, 403);
  assert.equal((await console_.stranger().get(path)).status, 410);
  const again = await admin.send(MEMBERS, 'invite', { name: 'Dora', email, role: 'viewer' });
  assert.equal(again.status, 409);
  const bad = await admin.send(MEMBERS, 'invite', { name: 'X', email: 'not an address', role: 'viewer' });
  assert.equal(bad.status, 422);
  assert.match(bad.html, /value="not an address"/);
  for (const address of [
    'a\u3164@b.example',
    'a@b\u2800.example',
    '\u212aim@b.example',
    'a\u115f@b.example',
  ]) {
    const disguised = await admin.send(MEMBERS, 'invite', { name: 'X', email: address, role: 'viewer' });
    assert.deepEqual([disguised.status, await memberId(address.toLowerCase())], [422, ''], address);
  }
  for (const name of ['Do\u2800ra', 'Dora\u3164', '\u202earoD', 'Dora\ufe0f']) {
    const hidden = await admin.send(MEMBERS, 'invite', {
      name,
      email: 'hidden@ibarra.example',
      role: 'viewer',
    });
    assert.equal(hidden.status, 422);
    assert.match(hidden.html, /a character that nobody sees \(U\+/);
  }
  assert.equal(await memberId('hidden@ibarra.example'), '');
});

test('a link that two use at once lets in one', async () => {
  const path = await personLink('dora@ibarra.example');
  const guests = [console_.stranger(), console_.stranger(), console_.stranger()];
  const answers = await Promise.all(guests.map((guest) => enrol(guest, path, 'Dora')));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 410, 410],
  );
});

test('a new way in by link ends the earlier ones', async () => {
  const email = 'dora@ibarra.example';
  const before = console_.as('viewer', { email });
  assert.equal((await before.get('/me')).status, 200);
  const path = await personLink(email);
  assert.equal((await console_.stranger().get(path)).status, 200);
  assert.equal((await before.get('/me')).status, 200, 'looking changes nothing');
  assert.equal((await enrol(console_.stranger(), path, 'Dora')).path, '/');
  assert.match((await before.get('/me')).path, /^\/sign-in/);
  const passkeys = await kysely()
    .selectFrom('passkey')
    .innerJoin('person', 'person.id', 'passkey.person_id')
    .select('passkey.id')
    .where('person.email', '=', email)
    .execute();
  assert.equal(passkeys.length, 1);
  assert.equal(await makeFirstLink(console_.service.database, new Date()), undefined);
});

test('a link that ran out is worth nothing', async () => {
  const path = await personLink('dora@ibarra.example');
  await kysely().updateTable('one_time_link').set({ expires_at: '2020-01-01 00:00:00.000' }).execute();
  assert.equal((await console_.stranger().get(path)).status, 410);
  assert.equal((await console_.stranger().get('/welcome/x')).status, 410);
});

test('a role holds from the next sign-in, which it forces, and removal ends access', async () => {
  const admin = console_.as('administrator');
  const email = 'carla@ibarra.example';
  let carla = console_.as('accountant', { email });
  assert.equal((await carla.get(MEMBERS)).status, 403);
  const member = await memberId(email);
  await admin.send(MEMBERS, 'role', { member, role: 'administrator' });
  assert.match((await carla.get(MEMBERS)).path, /^\/sign-in/);
  carla = console_.as('accountant', { email });
  assert.equal((await carla.get(MEMBERS)).status, 200);
  await admin.send(MEMBERS, 'role', { member, role: 'viewer' });
  carla = console_.as('accountant', { email });
  assert.equal((await carla.get(MEMBERS)).status, 403);
  assert.match((await admin.send(MEMBERS, 'remove', { member })).html, /has no access any more/);
  assert.match((await carla.get('/')).path, /^\/sign-in/);
  const back = await admin.send(MEMBERS, 'invite', { name: 'Carla', email, role: 'viewer' });
  assert.equal(back.status, 200);
  assert.equal(await memberId(email), member, 'the trail goes on naming them');
});

test('the last administrator stays', async () => {
  const admin = console_.as('administrator');
  const others = await kysely()
    .selectFrom('member')
    .select(['id', 'email'])
    .where('role', '=', 'administrator')
    .where('organisation_id', '=', console_.service.organisation_id)
    .execute();
  const own = await memberId('administrator@ibarra.example');
  for (const { id } of others) if (id !== own) await admin.send(MEMBERS, 'remove', { member: id });
  for (const [act, fields] of [
    ['remove', {}],
    ['role', { role: 'viewer' }],
  ] as const) {
    const refused = await admin.send(MEMBERS, act, { member: own, ...fields });
    assert.equal(refused.status, 409);
    assert.match(refused.html, /last administrator/);
  }
});

test('members of another organisation are not there, and who may not manage is refused', async () => {
  const admin = console_.as('administrator');
  const foreign = await admin.send(MEMBERS, 'remove', { member: 'memb_01h455vb4pex5vsknk084sn02q' });
  assert.equal(foreign.status, 404);
  for (const role of ['viewer', 'accountant'] as const)
    assert.equal((await console_.as(role).get(MEMBERS)).status, 403);
});

test('the link of somebody whom another organisation trusts is not shown', async () => {
  const admin = console_.as('administrator');
  const email = 'shared@ibarra.example';
  const row = { email, name: 'S', role: 'administrator', created_at: '2026-01-01 00:00:00.000' } as const;
  const other = newId('OrganisationId');
  await kysely()
    .insertInto('member')
    .values({ ...row, id: newId('MemberId'), organisation_id: other })
    .execute();
  const sent = await admin.send(MEMBERS, 'invite', { name: 'S', email, role: 'viewer' });
  assert.equal(linkIn(sent), 'no link');
  assert.match(sent.html, /No mail server is set up, and shared@ibarra\.example/);
});

test('without a fresh proof an irreversible act asks first, and keeps what was typed', async () => {
  const weak = console_.as('administrator', { strong: false });
  const email = 'eva@ibarra.example';
  const asked = await weak.send(MEMBERS, 'invite', { name: 'Eva "E" <Ö>', email, role: 'viewer' });
  assert.match(asked.html, /Is it you\?/);
  assert.match(asked.html, /name="email" value="eva@ibarra.example"/);
  assert.match(asked.html, /name="name" value="Eva &quot;E&quot; &lt;Ö/);
  assert.equal(await memberId(email), '');
});
