import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeFirstLink, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { stepAt, totpAt } from '../../src/domain/parties/persons/totp.ts';
import { type Authenticator, createAuthenticator, optionsIn } from './authenticator.ts';
import { type Answer, type Person, startTestConsole, type TestConsole } from './support.ts';

const EMAIL = 'berta@ibarra.example';
const PASSWORD = 'correct horse battery';

let console_: TestConsole;
let secret = '';
let authenticator: Authenticator | undefined;
before(async () => {
  console_ = await startTestConsole();
});
after(() => console_.close());

const kysely = () => console_.service.database.kysely;
const code = (offset = 0): string => totpAt(secret, stepAt(new Date()) + offset);
/** Codes of the tests before are used up. */
const forgetSteps = () => kysely().updateTable('person').set({ totp_last_step: 0 }).execute();
const trail = async (): Promise<string[]> => {
  const rows = await kysely()
    .selectFrom('event')
    .select('type')
    .where('type', 'like', 'person.%')
    .orderBy('id')
    .execute();
  return rows.map(({ type }) => type);
};
const cookieOf = (person: Person): string => [...person.cookies.values()][0] ?? '';
const signInWith = (person: Person, password: string, given: string, email = EMAIL): Promise<Answer> =>
  person.send('/sign-in', 'password', { email, password, code: given });
/** Recovery codes stand in a block of their own: ids elsewhere on the page can look like one. */
const codesIn = (html: string): string[] =>
  (/<pre class="secret">([^<]*)</.exec(html)?.[1] ?? '')
    .split('\n')
    .filter((line) => /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/.test(line));
const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

test('the first administrator comes in by the link, with password and code', async () => {
  const token = (await makeFirstLink(console_.service.database, new Date())) ?? '';
  const path = welcomePath(token);
  const person = console_.stranger();
  for (let scan = 0; scan < 3; scan += 1)
    assert.match((await console_.stranger().get(path)).html, /Set up my sign-in/);
  const form = await person.send(path, 'begin');
  assert.match(form.html, /Create a passkey/);
  const before = cookieOf(person);
  secret = hidden(form.html, 'totp_secret');
  const given = { name: 'Berta', email: EMAIL, totp_secret: secret, code: code() };
  const short = await person.send(path, 'password', { ...given, password: 'too short' });
  assert.equal(short.status, 422);
  assert.match(short.html, /at least 12 characters/);
  assert.match(short.html, /value="berta@ibarra.example"/);
  const done = await person.send(path, 'password', { ...given, password: PASSWORD });
  assert.equal(done.status, 200);
  assert.equal(codesIn(done.html).length, 10);
  assert.notEqual(cookieOf(person), before, 'a session has a secret of its own');
  assert.equal((await person.get('/me')).status, 200);
  assert.equal((await console_.stranger().get(path)).status, 410);
  assert.equal(await makeFirstLink(console_.service.database, new Date()), undefined);
  assert.deepEqual(await trail(), ['person.link_used', 'person.credential_added', 'person.signed_in']);
  const member = await kysely()
    .selectFrom('member')
    .select(['role', 'organisation_id'])
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  assert.deepEqual(member, { role: 'administrator', organisation_id: console_.service.organisation_id });
});

test('password and code let in once, and come back to own paths only', async () => {
  await forgetSteps();
  const given = code();
  const person = console_.stranger();
  await person.get('/sign-in');
  const guest = cookieOf(person);
  const entered = await signInWith(person, PASSWORD, given);
  assert.equal(entered.path, '/');
  assert.notEqual(cookieOf(person), guest);
  const again = await signInWith(console_.stranger(), PASSWORD, given);
  assert.equal(again.status, 422);
  assert.match(again.html, /This did not work/);
  for (const back of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/x/..//evil.example',
  ]) {
    await forgetSteps();
    const path = `/sign-in?back=${encodeURIComponent(back)}`;
    const { headers, status } = await post(console_.stranger(), path, 'password', {
      email: EMAIL,
      password: PASSWORD,
      code: code(),
    });
    assert.equal(status, 303);
    assert.equal(new URL(headers.get('location') ?? '', console_.origin).origin, console_.origin, back);
  }
});

/** The answer itself, without following it. */
const post = async (
  person: Person,
  path: string,
  act: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { origin: console_.origin, 'sec-fetch-site': 'same-origin' },
): Promise<Response> => {
  const { html } = await person.get(path);
  const body = new URLSearchParams({
    csrf: hidden(html, 'csrf'),
    once: hidden(html, 'once'),
    act,
    ...fields,
  });
  return person.raw(path, { method: 'POST', headers, body });
};

test('the same code at the same time lets in once', async () => {
  await forgetSteps();
  const given = code();
  const browsers = [console_.stranger(), console_.stranger(), console_.stranger()];
  const answers = await Promise.all(browsers.map((person) => signInWith(person, PASSWORD, given)));
  assert.equal(answers.filter(({ path }) => path === '/').length, 1);
});

test('a form from elsewhere, without its token, or with that of another browser is refused', async () => {
  const person = console_.stranger();
  const given = { email: EMAIL, password: PASSWORD, code: code() };
  const own = { origin: console_.origin };
  const refused = [
    { ...own, 'sec-fetch-site': 'same-site' },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:1' },
    { origin: 'null' },
    {},
  ];
  for (const headers of refused)
    assert.equal((await post(person, '/sign-in', 'password', given, headers)).status, 403);
  const { html } = await console_.stranger().get('/sign-in');
  const stolen = await post(person, '/sign-in', 'password', { ...given, csrf: hidden(html, 'csrf') });
  assert.equal(stolen.status, 403);
});

test('a secret that somebody planted is no session after signing in', async () => {
  await forgetSteps();
  const victim = console_.stranger();
  const planted = 'A'.repeat(43);
  victim.cookies.set(`folio_${new URL(console_.origin).port}`, planted);
  assert.equal((await signInWith(victim, PASSWORD, code())).path, '/');
  assert.notEqual(cookieOf(victim), planted);
  const attacker = console_.stranger();
  attacker.cookies.set(`folio_${new URL(console_.origin).port}`, planted);
  assert.match((await attacker.get('/me')).path, /^\/sign-in/);
});

test('cookies of other ports do not disturb', async () => {
  await forgetSteps();
  const person = console_.stranger();
  person.cookies.set('folio_1', 'B'.repeat(43));
  assert.equal((await signInWith(person, PASSWORD, code())).path, '/');
  assert.equal(person.cookies.get('folio_1'), 'B'.repeat(43));
});

test('a recovery code stands in for the app once', async () => {
  const person = console_.as('administrator', { email: EMAIL });
  const { html } = await person.send('/me', 'new-codes');
  const [given = ''] = codesIn(html);
  assert.equal((await signInWith(console_.stranger(), PASSWORD, given.toUpperCase())).path, '/');
  assert.equal((await signInWith(console_.stranger(), PASSWORD, given)).status, 422);
});

test('a passkey is added, lets in, confirms, and is bound to this origin', async () => {
  const own = (authenticator = createAuthenticator(console_.origin));
  const person = console_.as('administrator', { email: EMAIL });
  const { html } = await person.get('/me');
  const credential = own.make(optionsIn(html, 'make'));
  const added = await person.send('/me', 'add-passkey', { credential, passkey_name: '<b>Phone' });
  assert.match(added.html, /The passkey was added/);
  assert.match(added.html, /&lt;b>Phone|&lt;b&gt;Phone/);
  const replayed = await person.send('/me', 'add-passkey', { credential });
  assert.equal(replayed.status, 422);

  const browser = console_.stranger();
  const options = optionsIn((await browser.get('/sign-in')).html, 'ask');
  for (const change of [{ origin: 'http://localhost:1' }, { flags: 1 }]) {
    const fresh = optionsIn((await browser.get('/sign-in')).html, 'ask');
    const foreign = await browser.send('/sign-in', 'passkey', { credential: own.sign(fresh, change) });
    assert.equal(foreign.status, 422);
  }
  const elsewhere = console_.stranger();
  assert.equal(
    (await elsewhere.send('/sign-in', 'passkey', { credential: own.sign(options) })).status,
    422,
    'a challenge of another browser',
  );
  const signed = own.sign(options);
  assert.equal((await browser.send('/sign-in', 'passkey', { credential: signed })).path, '/');
  assert.equal((await console_.stranger().send('/sign-in', 'passkey', { credential: signed })).status, 422);

  const weak = console_.as('administrator', { email: EMAIL, strong: false });
  const asked = await weak.send('/me', 'new-codes');
  assert.match(asked.html, /Is it you\?/);
  const confirmed = await weak.send('/me', 'new-codes', {
    'confirm.passkey': own.sign(optionsIn(asked.html, 'ask')),
  });
  assert.match(confirmed.html, /Your recovery codes/);
});

test('guessing is delayed for the account, but not for its passkey', async () => {
  await kysely().deleteFrom('sign_in_miss').execute();
  const person = console_.stranger();
  for (let miss = 0; miss < 10; miss += 1)
    assert.match((await signInWith(person, 'wrong wrong wrong', '000000')).html, /This did not work/);
  await forgetSteps();
  assert.match((await signInWith(person, PASSWORD, code())).html, /Too many attempts/);
  const credential = authenticator?.sign(optionsIn((await person.get('/sign-in')).html, 'ask')) ?? '';
  assert.equal((await person.send('/sign-in', 'passkey', { credential })).path, '/');
  for (let miss = 0; miss < 10; miss += 1)
    await signInWith(console_.stranger(), 'x', '000000', 'nobody@ibarra.example');
  const unknown = await signInWith(console_.stranger(), 'x', '000000', 'nobody@ibarra.example');
  assert.match(unknown.html, /Too many attempts/);
  assert.ok((await trail()).includes('person.sign_in_failed'));
  await kysely().deleteFrom('sign_in_miss').execute();
});

test('signing out ends the session, everywhere if wanted, and age ends it too', async () => {
  const [one, two, three] = [1, 2, 3].map(() => console_.as('administrator', { email: EMAIL }));
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  for (const person of [one, two, three]) assert.equal((await person.get('/me')).status, 200);
  await one.send('/me', 'sign-out');
  assert.match((await one.get('/me')).path, /^\/sign-in/);
  await two.send('/me', 'end-session', { which: 'all' });
  assert.match((await three.get('/me')).path, /^\/sign-in/);
  for (const column of ['seen_at', 'created_at'] as const) {
    const idle = console_.as('administrator', { email: EMAIL });
    assert.equal((await idle.get('/me')).status, 200);
    const hours = column === 'seen_at' ? 1 : 24;
    const then = new Date(Date.now() - hours * 3_600_000 - 1000).toISOString().slice(0, 23).replace('T', ' ');
    await kysely()
      .updateTable('person_session')
      .set({ [column]: then })
      .execute();
    assert.match((await idle.get('/me')).path, /^\/sign-in/);
  }
});

test('who belongs nowhere any more learns it only with the right password and code', async () => {
  await forgetSteps();
  await kysely().deleteFrom('sign_in_miss').execute();
  const removed = kysely().updateTable('member').where('email', '=', EMAIL);
  await removed.set({ removed_at: '2026-01-01 00:00:00.000' }).execute();
  const wrong = await signInWith(console_.stranger(), 'wrong wrong wrong', code());
  assert.match(wrong.html, /This did not work/);
  const right = await signInWith(console_.stranger(), PASSWORD, code());
  assert.match(right.html, /belong to no organisation/);
  await removed.set({ removed_at: null }).execute();
});

test('books see the session and the method', async () => {
  const rows = await kysely()
    .selectFrom('audit')
    .select(['method', 'session_id', 'actor_type'])
    .where('action', '=', 'sign-in')
    .where('method', '=', 'password')
    .execute();
  assert.ok(rows.length > 0);
  for (const { session_id, actor_type } of rows) {
    assert.match(session_id ?? '', /^pses_/);
    assert.equal(actor_type, 'member');
  }
});
