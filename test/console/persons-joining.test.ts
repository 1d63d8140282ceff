// A link opens the organisation that made it and no other one, whoever holds it and whatever happened since it was made.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrganisationId } from '../../generated/ids.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, type OrganisationChange, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { findMember } from '../../src/domain/ground/organisations/store.ts';
import { setCompanySignIn } from '../../src/domain/parties/persons/company/sign-in.ts';
import { getMembership, linkMember, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { newTotpSecret, stepAt, totpAt } from '../../src/domain/parties/persons/totp.ts';
import { type MailServer, startMailServer } from '../mail/mail-server.ts';
import { addOrganisation } from '../support/books.ts';
import { createAuthenticator, optionsIn } from './authenticator.ts';
import { startTestIssuer, type TestIssuer } from './company-issuer.ts';
import { type Answer, type Person, startTestConsole, type TestConsole } from './support.ts';

const MEMBERS = '/settings/members';

/** Without a mail server, and with one, over the same database. */
let unmailed: TestConsole;
let mailed: TestConsole;
let mails: MailServer;
let issuer: TestIssuer;
let a: OrganisationId;
let b: OrganisationId;
before(async () => {
  mails = await startMailServer();
  unmailed = await startTestConsole();
  mailed = await startTestConsole({ SMTP_URL: mails.url }, unmailed.service);
  issuer = await startTestIssuer({ id: 'folio', secret: 'secret' });
  a = unmailed.service.organisation_id;
  b = await addOrganisation(unmailed.service.database, 'Org B');
  const client = { issuer: issuer.href, client_id: 'folio', client_secret: 'secret' };
  await change(b, (ctx) => setCompanySignIn(ctx, createSecrets(unmailed.config), client));
});
after(async () => {
  await mailed.close();
  await unmailed.close();
  await issuer.close();
  await mails.close();
});

const kysely = () => unmailed.service.database.kysely;
const change = <T>(organisation: OrganisationId, work: (ctx: OrganisationChange) => Promise<T>): Promise<T> =>
  openBooks(unmailed.service.database).changeOrganisation(
    organisation,
    newAct(SYSTEM, 'test', {}, new Date()),
    work,
  );
const ada = (console_ = unmailed): Person => console_.as('administrator', { email: 'ada@a.test' });
const bob = (console_ = unmailed): Person =>
  console_.as('administrator', { email: 'bob@b.test', organisation: b });
const invite = (admin: Person, email: string, role: string): Promise<Answer> =>
  admin.send(MEMBERS, 'invite', { name: 'Vic', email, role });
const linkIn = (text: string): string => /\/welcome\/[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? 'no link';
const linkMailed = (email: string): string => {
  const { raw } = mails.taken.findLast(({ to }) => to.includes(email)) ?? assert.fail('no mail');
  return linkIn(raw.replaceAll(/=\r?\n/g, ''));
};

interface Entered {
  readonly answer: Answer;
  readonly person: Person;
  /** Signs in again, elsewhere. */
  signIn(): Promise<Answer>;
}

const enter = async (path: string, console_ = unmailed): Promise<Entered> => {
  const person = console_.stranger();
  const device = createAuthenticator(console_.origin);
  const take = async (): Promise<Answer> => {
    const begun = await person.send(path, 'begin');
    if (begun.status !== 200) return begun;
    return person.send(path, 'passkey', {
      name: 'Vic',
      credential: device.make(optionsIn(begun.html, 'make')),
    });
  };
  // Of several at once another one may take it between any two pages.
  const taken = (await person.get(path)).status === 410 ? undefined : await take();
  const lost = taken === undefined || (taken.status !== 200 && (await person.get(path)).status === 410);
  const answer = lost ? await force(console_, person, path) : taken;
  const signIn = async (): Promise<Answer> => {
    const asked = optionsIn((await person.get('/sign-in')).html, 'ask');
    return person.send('/sign-in', 'passkey', { credential: device.sign(asked) });
  };
  return { answer, person, signIn };
};

/** The form that the page of a link without worth does not show. */
const force = async (console_: TestConsole, person: Person, path: string): Promise<Answer> => {
  const csrf = /name="csrf" value="([^"]*)"/.exec((await person.get('/sign-in')).html)?.[1] ?? '';
  const totp_secret = newTotpSecret();
  const code = totpAt(totp_secret, stepAt(new Date()));
  const given = { csrf, act: 'password', name: 'Vic', password: 'correct horse battery', totp_secret, code };
  const headers = { origin: console_.origin, 'sec-fetch-site': 'same-origin' };
  const answer = await person.raw(path, { method: 'POST', headers, body: new URLSearchParams(given) });
  return { status: answer.status, html: await answer.text(), headers: answer.headers, path };
};

/** The link that only whoever runs the service makes. */
const operatorLink = async (email: string): Promise<string> => {
  const member = await getMembership(unmailed.service.database.reader, email);
  return welcomePath(await change(member.organisation_id, (ctx) => linkMember(ctx, member, 'bootstrap')));
};

/** Which organisations the person of the address has joined, by who signs in as their members. */
const joined = async (email: string): Promise<string[]> => {
  const rows = await kysely()
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select('member.organisation_id')
    .where('member.email', '=', email)
    .execute();
  return rows.map(({ organisation_id }) => (organisation_id === a ? 'A' : 'B')).toSorted();
};

/** How the member was joined, as the trail and the events of their organisation tell. */
const trailOf = async (organisation: OrganisationId, email: string): Promise<string[]> => {
  const member = await findMember(unmailed.service.database.reader, organisation, email);
  const audit = await kysely()
    .selectFrom('audit')
    .select(['after'])
    .where('entity_id', '=', organisation)
    .where('record_id', '=', member?.id ?? '')
    .orderBy('id')
    .execute();
  const events = await kysely()
    .selectFrom('event')
    .select('data')
    .where('entity_id', '=', organisation)
    .where('type', '=', 'member.joined')
    .where('record_id', '=', member?.id ?? '')
    .orderBy('id')
    .execute();
  const waysIn = (values: readonly unknown[]) =>
    values.map((value) => (value as { by?: string } | null)?.by).filter((by) => by !== undefined);
  const ways = waysIn(audit.map(({ after: after_ }) => after_));
  assert.deepEqual(waysIn(events.map(({ data }) => data)), ways);
  return ways;
};

test('the link of B, then A adds the address: the link has ended, and nothing was joined', async () => {
  const email = 'first@c.test';
  const path = linkIn((await invite(bob(), email, 'viewer')).html);
  assert.equal(linkIn((await invite(ada(), email, 'administrator')).html), 'no link');
  assert.equal((await enter(path)).answer.status, 410);
  assert.deepEqual(await joined(email), []);
  // As if it had been used at the same moment, or had been made by an earlier release.
  for (const way of ['shown', null] as const) {
    await kysely()
      .updateTable('one_time_link')
      .set({ used_at: null, way })
      .where('email', '=', email)
      .execute();
    const late = await enter(path);
    assert.equal(late.answer.status, 410);
    assert.match(late.answer.html, /person link --email/);
    assert.deepEqual(await joined(email), []);
  }
  const found = await kysely().selectFrom('person').select('id').where('email', '=', email).execute();
  assert.deepEqual(found, [], 'nothing half-written');
});

test('whoever used the link of B is not the member whom A adds later, at any later sign-in', async () => {
  const email = 'second@c.test';
  const thief = await enter(linkIn((await invite(bob(), email, 'viewer')).html));
  assert.equal(thief.answer.path, '/');
  assert.deepEqual(await trailOf(b, email), ['shown']);
  const told = await invite(ada(), email, 'administrator');
  assert.match(told.html, /No mail server is set up, and second@c\.test/);
  assert.match(told.html, /has not signed in yet/);
  assert.equal((await thief.signIn()).path, '/');
  await thief.person.send('/me', 'choose', { organisation: a });
  assert.equal((await thief.person.get(MEMBERS)).status, 403);
  assert.deepEqual(await joined(email), ['B']);
  assert.deepEqual(await trailOf(a, email), []);
  // The link of the operator goes to the owner of the address, and ends what the thief set up.
  const owner = await enter(await operatorLink(email));
  assert.equal(owner.answer.path, '/');
  assert.deepEqual(await joined(email), ['A', 'B']);
  assert.deepEqual([await trailOf(a, email), await trailOf(b, email)], [['operator'], ['shown']]);
  assert.match((await thief.person.get('/me')).path, /^\/sign-in/);
  assert.equal((await thief.signIn()).status, 422);
});

test('the first link of A ends when B adds the address', async () => {
  const email = 'third@c.test';
  const path = linkIn((await invite(ada(), email, 'administrator')).html);
  await invite(bob(), email, 'viewer');
  assert.equal((await enter(path)).answer.status, 410);
  assert.deepEqual(await joined(email), []);
});

test('a link of B that is used before B is left gives A nothing when A adds the address', async () => {
  const email = 'left@c.test';
  const thief = await enter(linkIn((await invite(bob(), email, 'viewer')).html));
  const member = await findMember(unmailed.service.database.reader, b, email);
  await bob().send(MEMBERS, 'remove', { member: member?.id ?? '' });
  assert.equal(linkIn((await invite(ada(), email, 'administrator')).html), 'no link');
  assert.match((await thief.signIn()).html, /belong to no organisation/);
  // Nor does B's own second invitation, because the address is still not proven.
  await invite(bob(), email, 'administrator');
  assert.match((await thief.signIn()).html, /belong to no organisation/);
  assert.deepEqual(await joined(email), []);
});

test('by mail: the owner takes the address back, finds every organisation, and keeps it at the next invitation', async () => {
  const email = 'mailed@c.test';
  const thief = await enter(linkIn((await invite(bob(), email, 'viewer')).html));
  const sent = await invite(ada(mailed), email, 'administrator');
  assert.match(sent.html, /on its way to mailed@c\.test/);
  assert.equal(linkIn(sent.html), 'no link');
  assert.deepEqual(await joined(email), ['B']);
  const path = linkMailed(email);
  assert.match((await mailed.stranger().get(path)).html, /Your earlier passkeys, password and sessions end/);
  const owner = await enter(path, mailed);
  assert.equal(owner.answer.path, '/');
  assert.deepEqual(await joined(email), ['A', 'B']);
  assert.deepEqual(await trailOf(a, email), ['mail']);
  assert.equal((await thief.signIn()).status, 422);
  // From now on the address is proven: another organisation adds it, and it is there.
  const c = await addOrganisation(unmailed.service.database, 'Org C');
  const admin = unmailed.as('administrator', { email: 'carl@c.test', organisation: c });
  assert.match((await invite(admin, email, 'viewer')).html, /can sign in already/);
  assert.deepEqual(await trailOf(c, email), ['known']);
  assert.match((await owner.person.get('/me')).html, /Org C/);
});

test('links that are mailed join what waits elsewhere, each in its own trail, and end one another', async () => {
  const email = 'waits@c.test';
  await invite(ada(mailed), email, 'administrator');
  const first = linkMailed(email);
  await invite(bob(mailed), email, 'viewer');
  const second = linkMailed(email);
  assert.notEqual(first, second);
  const opened = await mailed.stranger().get(second);
  assert.match(opened.html, /You join Org B/);
  const tries = await Promise.all([enter(second, mailed), enter(second, mailed), enter(second, mailed)]);
  const statuses = tries.map(({ answer }) => answer.status).toSorted((x, y) => x - y);
  assert.deepEqual(statuses, [200, 410, 410]);
  assert.equal((await enter(first, mailed)).answer.status, 410);
  assert.deepEqual(await joined(email), ['A', 'B']);
  assert.deepEqual([await trailOf(a, email), await trailOf(b, email)], [['mail'], ['mail']]);
});

test('a link of who was removed meanwhile opens nothing, of this or another organisation', async () => {
  const email = 'removed@c.test';
  await invite(bob(mailed), email, 'viewer');
  const path = linkMailed(email);
  await invite(ada(mailed), email, 'administrator');
  const member = await findMember(unmailed.service.database.reader, b, email);
  await bob().send(MEMBERS, 'remove', { member: member?.id ?? '' });
  assert.equal((await enter(path, mailed)).answer.status, 410);
  assert.deepEqual(await joined(email), []);
});

test("B's issuer lets nobody in who took the address by a link of A, and its own session sees B alone", async () => {
  const email = 'issuer@c.test';
  const thief = await enter(linkIn((await invite(ada(), email, 'viewer')).html));
  await invite(bob(), email, 'administrator');
  issuer.claims = { email, email_verified: true, name: 'The owner' };
  const owner = unmailed.stranger();
  const { html } = await owner.get(`/sign-in/company/${b}`);
  const href = /href="([^"]*authorize[^"]*)"/.exec(html)?.[1] ?? assert.fail(html);
  const back = issuer.approve(href.replaceAll('&amp;', '&'));
  assert.equal((await owner.get(`${back.pathname}${back.search}`)).status, 200);
  assert.equal((await owner.get(MEMBERS)).status, 200, 'an administrator of B');
  assert.deepEqual(
    await joined(email),
    ['A'],
    'who came by the issuer has joined nothing that a password opens',
  );
  assert.equal((await thief.signIn()).path, '/');
  await thief.person.send('/me', 'choose', { organisation: b });
  assert.doesNotMatch((await thief.person.get('/me')).html, /Org B/);
  // The rights of the issuer's session end with the membership.
  const member = await findMember(unmailed.service.database.reader, b, email);
  await bob().send(MEMBERS, 'remove', { member: member?.id ?? '' });
  assert.match((await owner.get('/me')).path, /^\/sign-in/);
  assert.equal((await thief.person.get('/me')).path, '/me');
});

test('an address that B’s issuer opened first is no way into A, by a link that A sees', async () => {
  const email = 'fresh@c.test';
  await invite(bob(), email, 'administrator');
  issuer.claims = { email, email_verified: true };
  const owner = unmailed.stranger();
  const { html } = await owner.get(`/sign-in/company/${b}`);
  const href = /href="([^"]*authorize[^"]*)"/.exec(html)?.[1] ?? assert.fail(html);
  const back = issuer.approve(href.replaceAll('&amp;', '&'));
  assert.equal((await owner.get(`${back.pathname}${back.search}`)).status, 200);
  assert.deepEqual([await joined(email), await trailOf(b, email)], [['B'], ['company']]);
  assert.equal(linkIn((await invite(ada(), email, 'viewer')).html), 'no link');
  assert.deepEqual(await joined(email), ['B']);
});

test('a change of rights in B signs nobody out of A', async () => {
  const email = 'both@c.test';
  const inA = unmailed.as('viewer', { email });
  const inB = unmailed.as('viewer', { email, organisation: b });
  assert.equal((await inA.get('/me')).path, '/me');
  assert.equal((await inB.get('/me')).path, '/me');
  const member = await findMember(unmailed.service.database.reader, b, email);
  await bob().send(MEMBERS, 'role', { member: member?.id ?? '', role: 'accountant' });
  assert.match((await inB.get('/me')).path, /^\/sign-in/);
  assert.equal((await inA.get('/me')).path, '/me');
});
