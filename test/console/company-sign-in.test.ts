import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, type OrganisationChange, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { addMember } from '../../src/domain/ground/organisations/members.ts';
import { setCompanySignIn } from '../../src/domain/parties/persons/company/sign-in.ts';
import type { IssuerClient } from '../../src/domain/parties/persons/company/issuer.ts';
import { resumeSession } from '../../src/domain/parties/persons/sessions.ts';
import { addOrganisation } from '../support/books.ts';
import { startTestIssuer, type TestIssuer } from './company-issuer.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

const EMAIL = 'luis@ibarra.example';

let console_: TestConsole;
let issuer: TestIssuer;
before(async () => {
  console_ = await startTestConsole();
  issuer = await startTestIssuer({ id: 'folio', secret: 'top secret' });
  const wanted = { email: EMAIL, name: 'Luis', role: 'viewer' } as const;
  await change((ctx) => addMember(ctx, wanted));
  await configure({ issuer: issuer.href, client_id: 'folio', client_secret: 'top secret' });
});
after(async () => {
  await console_.close();
  await issuer.close();
});

const change = <T>(
  work: (ctx: OrganisationChange) => Promise<T>,
  organisation = console_.service.organisation_id,
): Promise<T> =>
  openBooks(console_.service.database).changeOrganisation(
    organisation,
    newAct(SYSTEM, 'test', {}, new Date()),
    work,
  );

const configure = (wanted: IssuerClient | null): Promise<void> =>
  change((ctx) => setCompanySignIn(ctx, createSecrets(console_.config), wanted));

const page = (): string => `/sign-in/company/${console_.service.organisation_id}`;

const linkOf = async (person: Person): Promise<string> => {
  const { html, status } = await person.get(page());
  assert.equal(status, 200, html);
  const href = /class="button" href="([^"]+)"|href="([^"]+)"[^>]* class="button"/.exec(html);
  return (href?.[1] ?? href?.[2] ?? '').replaceAll('&amp;', '&');
};

/** Goes to the issuer and comes back, in the same browser. */
const comeBack = async (person: Person, alter: (back: URL) => void = () => undefined) => {
  const back = issuer.approve(await linkOf(person));
  alter(back);
  return person.get(`${back.pathname}${back.search}`);
};

const VERIFIED = { email: 'Luis@Ibarra.example', email_verified: true, name: 'Luis Ibarra' };

test('an invited person signs in, without a proof that would do for what cannot be undone', async () => {
  assert.match((await console_.stranger().get('/sign-in')).html, new RegExp(page()));
  issuer.claims = VERIFIED;
  const person = console_.stranger();
  await person.get('/sign-in');
  const name = `folio_${new URL(console_.origin).port}`;
  const planted = person.cookies.get(name);
  assert.equal((await comeBack(person)).status, 200);
  const secret = person.cookies.get(name) ?? '';
  assert.notEqual(secret, planted);
  const signedIn = await resumeSession(console_.service.database, secret, new Date());
  assert.deepEqual(
    [signedIn?.person.email, signedIn?.person.name, signedIn?.session.method, signedIn?.session.strong_at],
    [EMAIL, 'Luis Ibarra', 'company', null],
  );
  assert.equal((await person.get('/')).status, 200);
});

test('the issuer of one organisation opens no other one', async () => {
  const elsewhere = await addOrganisation(console_.service.database, 'Elsewhere');
  await change((ctx) => addMember(ctx, { email: EMAIL, name: 'Luis', role: 'administrator' }), elsewhere);
  issuer.claims = VERIFIED;
  const person = console_.stranger();
  await comeBack(person);
  // As if the person had come in there too, by a passkey.
  const { kysely } = console_.service.database;
  const { id } = await kysely
    .selectFrom('person')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  await kysely.updateTable('member').set({ person_id: id }).where('email', '=', EMAIL).execute();
  const secret = person.cookies.get(`folio_${new URL(console_.origin).port}`) ?? '';
  const signedIn = await resumeSession(console_.service.database, secret, new Date());
  assert.deepEqual(
    signedIn?.memberships.map(({ organisation_id, role }) => [organisation_id, role]),
    [[console_.service.organisation_id, 'viewer']],
  );
});

test('a company session neither sees nor ends the sessions that it did not open, and proves nothing', async () => {
  const own = console_.as('accountant', { email: 'both@ibarra.example' });
  assert.equal((await own.get('/')).status, 200);
  issuer.claims = { email: 'both@ibarra.example', email_verified: true };
  const person = console_.stranger();
  await comeBack(person);
  const me = await person.get('/me');
  assert.equal((me.html.match(/value="end-session"/g) ?? []).length, 2, 'only those for others and all');
  await person.send('/me', 'end-session', { which: 'others' });
  assert.equal((await own.get('/me')).path, '/me');
  const asked = await person.send('/me', 'new-codes');
  assert.match(asked.html, /no passkey and no password here/);
  await person.send('/me', 'end-session', { which: 'all' });
  assert.equal((await person.get('/me')).path.split('?')[0], '/sign-in');
  assert.equal((await own.get('/me')).path, '/me');
});

test('nobody comes in uninvited, unverified, from another browser, twice, or with what was altered', async () => {
  const statusOf = async (claims: object, alter?: (back: URL) => void): Promise<number> => {
    issuer.claims = { ...claims };
    return (await comeBack(console_.stranger(), alter)).status;
  };
  assert.equal(await statusOf({ ...VERIFIED, email: 'mallory@ibarra.example' }), 403);
  assert.equal(await statusOf({ ...VERIFIED, email_verified: false }), 403);
  assert.equal(await statusOf({ ...VERIFIED, email_verified: 'true' }), 403);
  for (const email of [
    `${EMAIL} `,
    ` ${EMAIL}`,
    `${EMAIL}\u00a0`,
    `${EMAIL}\u3164`,
    EMAIL.replace('l', '\u2113'),
  ])
    assert.equal(await statusOf({ ...VERIFIED, email }), 403, JSON.stringify(email));
  assert.equal(await statusOf({ email: VERIFIED.email }), 403);
  assert.equal(await statusOf({ ...VERIFIED, nonce: 'another' }), 403);
  assert.equal(await statusOf({ ...VERIFIED, aud: 'another' }), 403);
  assert.equal(await statusOf({ ...VERIFIED, iss: 'https://another.example' }), 403);
  assert.equal(await statusOf(VERIFIED, (back) => back.searchParams.set('state', 'x')), 403);
  assert.equal(await statusOf(VERIFIED, (back) => back.searchParams.set('code', 'x')), 403);
  assert.equal(await statusOf(VERIFIED, (back) => back.searchParams.delete('code')), 403);
  issuer.claims = VERIFIED;
  const [own, other] = [console_.stranger(), console_.stranger()];
  await other.get('/sign-in');
  const back = issuer.approve(await linkOf(own));
  const path = `${back.pathname}${back.search}`;
  assert.equal((await other.get(path)).status, 403);
  assert.equal((await own.get(path)).status, 200);
  assert.equal((await own.get(path)).status, 403);
});

test('what is wrong with the issuer is said, and without one there is no page', async () => {
  await assert.rejects(
    configure({ issuer: 'http://login.example', client_id: 'x', client_secret: 'y' }),
    /begins with https/,
  );
  await configure({ issuer: 'http://127.0.0.1:9', client_id: 'folio', client_secret: 'y' });
  assert.equal((await console_.stranger().get(page())).status, 503);
  const rows = await console_.service.database.kysely.selectFrom('company_sign_in').selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /"y"/);
  await configure(null);
  assert.equal((await console_.stranger().get(page())).status, 404);
  assert.equal((await console_.stranger().get('/sign-in/company/nobody')).status, 404);
});
