// Strangers who guess are slowed down, and slow down nobody else: neither who is signed in, nor a browser in which the
// person has signed in before, nor others behind the same proxy.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { admit, AT_ONCE, MAX_WAITING } from '../../src/domain/parties/persons/password.ts';
import { getMembership, linkMember, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { addMember } from '../../src/domain/ground/organisations/members.ts';
import { newTotpSecret, stepAt, totpAt } from '../../src/domain/parties/persons/totp.ts';
import { type Answer, type Person, startTestConsole, type TestConsole } from './support.ts';

const PASSWORD = 'correct horse battery';
const DELAYED = /Too many attempts/;
const WRONG = /This did not work/;

let console_: TestConsole;
/** Behind a proxy that speaks TLS. */
let hidden: TestConsole;
before(async () => {
  console_ = await startTestConsole();
  hidden = await startTestConsole({ PUBLIC_URL: 'https://books.example.com' }, console_.service);
});
after(async () => {
  await hidden.close();
  await console_.close();
});
beforeEach(async () => {
  await kysely().deleteFrom('sign_in_miss').execute();
});

const kysely = () => console_.service.database.kysely;

interface Owner {
  readonly email: string;
  /** The browser of the link, signed in. */
  readonly browser: Person;
  /** A code that was not used. */
  code(): Promise<string>;
}

let owners = 0;
const newOwner = async (): Promise<Owner> => {
  const email = `owner${(owners += 1)}@ibarra.example`;
  const books = openBooks(console_.service.database);
  const act = newAct(SYSTEM, 'test', {}, new Date());
  const path = await books.changeOrganisation(console_.service.organisation_id, act, async (ctx) => {
    await addMember(ctx, { email, name: 'Owner', role: 'administrator' });
    return welcomePath(await linkMember(ctx, await getMembership(ctx.db, email), 'bootstrap'));
  });
  const totp_secret = newTotpSecret();
  const code = async (): Promise<string> => {
    await kysely().updateTable('person').set({ totp_last_step: 0 }).where('email', '=', email).execute();
    return totpAt(totp_secret, stepAt(new Date()));
  };
  const browser = console_.stranger();
  await browser.send(path, 'begin');
  const done = await browser.send(path, 'password', {
    name: 'Owner',
    password: PASSWORD,
    totp_secret,
    code: totpAt(totp_secret, stepAt(new Date())),
  });
  assert.match(done.html, /Your recovery codes/);
  return { email, browser, code };
};

const signIn = async (person: Person, email: string, password: string, code: string): Promise<Answer> =>
  person.send('/sign-in', 'password', { email, password, code });

const guess = async (person: Person, email: string, times: number): Promise<Answer> => {
  let last: Answer | undefined;
  for (let n = 0; n < times; n += 1) last = await signIn(person, email, 'wrong wrong wrong', '000000');
  return last ?? assert.fail();
};

const weaken = () => kysely().updateTable('person_session').set({ strong_at: null }).execute();

const confirm = (person: Person, password: string, code: string): Promise<Answer> =>
  person.send('/me', 'new-codes', { 'confirm.password': password, 'confirm.code': code });

test('who is signed in confirms however many guesses strangers made, and has a bound of their own', async () => {
  const { email, browser, code } = await newOwner();
  assert.match((await guess(console_.stranger(), email, 12)).html, DELAYED);
  await weaken();
  assert.match((await confirm(browser, PASSWORD, await code())).html, /Your recovery codes/);
  await weaken();
  for (let n = 0; n < 10; n += 1) assert.match((await confirm(browser, 'wrong', '000000')).html, WRONG);
  assert.match((await confirm(browser, PASSWORD, await code())).html, DELAYED);
  const elsewhere = console_.as('administrator', { email, strong: false });
  assert.match((await confirm(elsewhere, PASSWORD, await code())).html, /Your recovery codes/);
});

test('a browser in which the person signed in before lets them in while strangers are delayed', async () => {
  const { email, browser, code } = await newOwner();
  await browser.send('/me', 'sign-out');
  assert.match((await guess(console_.stranger(), email, 12)).html, DELAYED);
  assert.match((await signIn(console_.stranger(), email, PASSWORD, await code())).html, DELAYED);
  assert.equal((await signIn(browser, email, PASSWORD, await code())).path, '/');
  assert.match(
    (await guess(console_.stranger(), email, 1)).html,
    DELAYED,
    'strangers are not forgiven by it',
  );
  await browser.send('/me', 'sign-out');
  assert.match((await guess(browser, email, 10)).html, WRONG);
  assert.match((await signIn(browser, email, PASSWORD, await code())).html, DELAYED);
});

test('a browser known to one person is a stranger to another, and so is a made-up mark or one of an old password', async () => {
  const [one, other] = [await newOwner(), await newOwner()];
  const name = `folio_${new URL(console_.origin).port}_known`;
  const mark = one.browser.cookies.get(name) ?? assert.fail('no mark');
  assert.match((await guess(console_.stranger(), other.email, 12)).html, DELAYED);
  await one.browser.send('/me', 'sign-out');
  assert.match((await guess(one.browser, other.email, 1)).html, DELAYED);
  assert.match((await guess(console_.stranger(), one.email, 12)).html, DELAYED);
  const changed = `${mark.slice(0, -2)}${mark.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const made of ['x', 'v1.x.x.x', '%', '~', changed, `${'x'.repeat(500)}~${changed}`]) {
    const forger = console_.stranger();
    forger.cookies.set(name, made);
    const answer = await signIn(forger, one.email, PASSWORD, await one.code());
    assert.deepEqual([answer.status, DELAYED.test(answer.html)], [422, true], made);
  }
  const thief = console_.stranger();
  thief.cookies.set(name, mark);
  assert.match((await guess(thief, one.email, 1)).html, WRONG);
  await kysely()
    .updateTable('person')
    .set({ password_hash: 'scrypt$1$1$1$AA$AA' })
    .where('email', '=', one.email)
    .execute();
  assert.match((await guess(thief, one.email, 1)).html, DELAYED);
});

test('people who share a browser are all known to it', async () => {
  const [one, other] = [await newOwner(), await newOwner()];
  await one.browser.send('/me', 'sign-out');
  assert.equal((await signIn(one.browser, other.email, PASSWORD, await other.code())).path, '/');
  await one.browser.send('/me', 'sign-out');
  for (const { email, code } of [one, other]) {
    assert.match((await guess(console_.stranger(), email, 12)).html, DELAYED);
    assert.equal((await signIn(one.browser, email, PASSWORD, await code())).path, '/');
  }
});

test('a crowd of strangers leaves room for who is signed in', async () => {
  const { browser, email, code } = await newOwner();
  await weaken();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const room = Array.from({ length: AT_ONCE + MAX_WAITING }, () => admit(() => held));
  assert.equal((await guess(console_.stranger(), email, 1)).status, 503);
  assert.match((await confirm(browser, PASSWORD, await code())).html, /Your recovery codes/);
  await browser.send('/me', 'sign-out');
  assert.equal((await signIn(browser, email, PASSWORD, await code())).path, '/');
  release();
  await Promise.all(room);
});

/** With a host of its own, as a proxy sends it. */
const ask = async (at: string, headers: Readonly<Record<string, string>>, body?: string): Promise<string> => {
  const sent = request(at, { method: body === undefined ? 'GET' : 'POST', headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let html = '';
  for await (const chunk of answer) html += String(chunk);
  return html;
};

/** The answer to a guess for an account of its own, so that only the source is counted. */
const spray = async (to: TestConsole, n: number, headers: Readonly<Record<string, string>>) => {
  const name = to.origin.startsWith('https') ? '__Host-folio' : `folio_${new URL(to.origin).port}`;
  const at = `http://127.0.0.1:${to.port}/sign-in`;
  const secret = 'A'.repeat(43);
  const own = { cookie: `${name}=${secret}`, host: new URL(to.origin).host, ...headers };
  const page = await ask(at, own);
  const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const fields = { csrf, act: 'password', email: `spray${n}@x.example`, password: 'wrong', code: '000000' };
  const body = new URLSearchParams(fields).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: to.origin };
  return ask(at, { ...own, ...form }, body);
};

const nearLimit = () => kysely().updateTable('sign_in_miss').set({ misses: 49 }).execute();

const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.9, ${address}` });

test('who comes without a proxy is counted by their own address, whatever they write', async () => {
  let n = 0;
  assert.match(await spray(console_, (n += 1), from('198.51.100.1')), WRONG);
  await nearLimit();
  assert.match(await spray(console_, (n += 1), from('198.51.100.2')), WRONG);
  for (const made of [from('198.51.100.3'), from('2001:db8::1'), {}])
    assert.match(await spray(console_, (n += 1), made), DELAYED);
});

test('behind a proxy that nobody named, the guesses of one delay no other', async () => {
  let n = 50;
  assert.match(await spray(hidden, (n += 1), from('198.51.100.1')), WRONG);
  await nearLimit();
  assert.match(await spray(hidden, (n += 1), from('198.51.100.1')), WRONG);
  assert.match(await spray(hidden, (n += 1), from('198.51.100.1')), DELAYED);
  for (const other of [from('198.51.100.2'), from('2001:db8::1'), {}])
    assert.match(await spray(hidden, (n += 1), other), WRONG);
});

test('behind a proxy that reports nobody, accounts are counted and the address of all is not', async () => {
  let n = 100;
  assert.match(await spray(hidden, (n += 1), {}), WRONG);
  await nearLimit();
  for (let turn = 0; turn < 3; turn += 1) assert.match(await spray(hidden, (n += 1), {}), WRONG);
  await kysely().updateTable('sign_in_miss').set({ misses: 9 }).execute();
  assert.match(await spray(hidden, n, {}), WRONG, 'the tenth');
  assert.match(await spray(hidden, n, {}), DELAYED);
});
