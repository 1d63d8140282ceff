// A company's issuer speaks for its own organisation: of a person it learns nothing more, and it changes nothing more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrganisationId } from '../../generated/ids.ts';
import { createSecrets } from '../../src/base/secrets/secrets.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, type OrganisationChange, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { setCompanySignIn } from '../../src/domain/parties/persons/company/sign-in.ts';
import { admitMember } from '../../src/domain/parties/persons/joining.ts';
import { newTotpSecret, stepAt, totpAt } from '../../src/domain/parties/persons/totp.ts';
import { addOrganisation } from '../support/books.ts';
import { createAuthenticator, optionsIn } from './authenticator.ts';
import { startTestIssuer, type TestIssuer } from './company-issuer.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

const EMAIL = 'ada@a.test';
const PASSWORD = 'correct horse battery';

let console_: TestConsole;
let issuer: TestIssuer;
let b: OrganisationId;
/** In A, with a passkey, a password, a name and a language of her own. */
let ada: Person;
const totp_secret = newTotpSecret();
before(async () => {
  console_ = await startTestConsole();
  issuer = await startTestIssuer({ id: 'folio', secret: 'secret' });
  ada = console_.as('administrator', { email: EMAIL });
  const device = createAuthenticator(console_.origin);
  const credential = device.make(optionsIn((await ada.get('/me')).html, 'make'));
  await ada.send('/me', 'add-passkey', { credential, passkey_name: 'Phone of Ada' });
  const code = totpAt(totp_secret, stepAt(new Date()));
  await ada.send('/me', 'set-password', { password: PASSWORD, totp_secret, code });
  await ada.send('/me', 'save', { name: 'Ada A', locale: 'es', time_zone: 'America/Mexico_City' });
  b = await addOrganisation(console_.service.database, 'Org B');
  const client = { issuer: issuer.href, client_id: 'folio', client_secret: 'secret' };
  await change((ctx) => setCompanySignIn(ctx, createSecrets(console_.config), client));
  await change((ctx) => admitMember(ctx, { email: EMAIL, name: 'Ada', role: 'administrator' }));
});
after(async () => {
  await console_.close();
  await issuer.close();
});

const kysely = () => console_.service.database.kysely;
const change = <T>(work: (ctx: OrganisationChange) => Promise<T>): Promise<T> =>
  openBooks(console_.service.database).changeOrganisation(b, newAct(SYSTEM, 'test', {}, new Date()), work);

const comeByIssuer = async (claims: object): Promise<Person> => {
  issuer.claims = { email: EMAIL, email_verified: true, ...claims };
  const person = console_.stranger();
  const { html } = await person.get(`/sign-in/company/${b}`);
  const href = /href="([^"]*authorize[^"]*)"/.exec(html)?.[1] ?? assert.fail(html);
  const back = issuer.approve(href.replaceAll('&amp;', '&'));
  assert.equal((await person.get(`${back.pathname}${back.search}`)).status, 200);
  return person;
};

const personRow = () =>
  kysely().selectFrom('person').selectAll().where('email', '=', EMAIL).executeTakeFirstOrThrow();
const passkeys = () => kysely().selectFrom('passkey').select('id').execute();

test('name, language and time zone are those of the organisation, and change nothing elsewhere', async () => {
  const before_ = await personRow();
  const person = await comeByIssuer({ name: ' RENAMED\u202E BY\nB ' });
  const me = await person.get('/me');
  assert.match(me.html, /RENAMED BY B/);
  assert.doesNotMatch(me.html, /name="name"/, 'the organisation names its people');
  await person.send('/me', 'save', { name: 'Somebody', locale: 'de', time_zone: 'Europe/Berlin' });
  assert.match((await person.get('/me')).html, /<html lang="de"/);
  assert.match((await ada.get('/me')).html, /<html lang="es"/);
  assert.match((await ada.get('/me')).html, /Ada A/);
  assert.deepEqual(await personRow(), before_);
  const member = await kysely()
    .selectFrom('member')
    .select(['id', 'name', 'locale', 'time_zone'])
    .where('organisation_id', '=', b)
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow();
  const { id, ...rest } = member;
  assert.deepEqual(rest, { name: 'RENAMED BY B', locale: 'de', time_zone: 'Europe/Berlin' });
  const audit = await kysely()
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('entity_id', '=', b)
    .where('record_id', '=', id)
    .where('action', '=', 'sign-in')
    .execute();
  assert.deepEqual(audit, [{ before: { name: 'Ada' }, after: { name: 'RENAMED BY B' } }]);
});

test('it is told nothing of how the person signs in, and changes nothing of it', async () => {
  const person = await comeByIssuer({});
  const { html } = await person.get('/me?language=en');
  assert.doesNotMatch(
    html,
    /Phone of Ada|recovery codes left|authenticator app is set|add-passkey|set-password/,
  );
  assert.match(html, /Your company signs you in/);
  const kept = [await personRow(), await passkeys()];
  const proof = { 'confirm.password': PASSWORD, 'confirm.code': totpAt(totp_secret, stepAt(new Date())) };
  await kysely().updateTable('person').set({ totp_last_step: 0 }).where('email', '=', EMAIL).execute();
  // Even after the person has shown who they are.
  assert.match((await person.send('/me', 'new-codes', proof)).html, /signs you in here|meldet Sie hier an/);
  const [key] = await passkeys();
  for (const [act, fields] of [
    ['new-codes', {}],
    ['remove-credential', { which: 'password' }],
    ['remove-credential', { which: key?.id ?? '' }],
    ['set-password', { password: PASSWORD, totp_secret, code: proof['confirm.code'] }],
    ['add-passkey', { credential: '{}' }],
  ] as const)
    assert.ok([409, 422].includes((await person.send('/me', act, fields)).status), act);
  const { totp_last_step, ...now } = await personRow();
  const { totp_last_step: former, ...then } = kept[0] as Awaited<ReturnType<typeof personRow>>;
  assert.ok(totp_last_step !== undefined && former !== undefined);
  assert.deepEqual([now, await passkeys()], [then, kept[1]]);
});

test('the question who sits there looks the same for who has a passkey and for who has nothing', async () => {
  const bare = 'bare@a.test';
  await change((ctx) => admitMember(ctx, { email: bare, name: 'Ada', role: 'administrator' }));
  const asked = async (email: string): Promise<string> => {
    const person = await comeByIssuer({ email, name: 'Ada' });
    const { html } = await person.send('/settings/members?language=en', 'invite', { name: 'X' });
    assert.match(html, /Is it you\?/);
    return html
      .replaceAll(/value="[^"]*"/g, '')
      .replaceAll(/data-options="([^"]*)"/g, (_, options: string) =>
        options.replace(/challenge&quot;:&quot;[^&]*/, ''),
      );
  };
  const [owner, nobody] = [await asked(EMAIL), await asked(bare)];
  assert.equal(owner.replaceAll(EMAIL, ''), nobody.replaceAll(bare, ''));
});

test('an issuer that opens session after session guesses no more than one does', async () => {
  await kysely().deleteFrom('sign_in_miss').execute();
  const answers: boolean[] = [];
  for (let n = 0; n < 12; n += 1) {
    const person = await comeByIssuer({});
    const { html } = await person.send('/settings/members?language=en', 'invite', {
      name: 'X',
      'confirm.password': 'wrong',
      'confirm.code': '000000',
    });
    answers.push(/Too many attempts/.test(html));
  }
  assert.deepEqual(answers, [...Array.from({ length: 10 }, () => false), true, true]);
});
