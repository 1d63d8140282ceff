import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { changeRole, removeMember } from '../../../src/domain/ground/organisations/members.ts';
import { listMembers } from '../../../src/domain/ground/organisations/store.ts';
import { admitMember } from '../../../src/domain/parties/persons/joining.ts';
import {
  chooseOrganisation,
  endSession,
  openSessions,
} from '../../../src/domain/parties/persons/sessions.ts';
import { isStrong } from '../../../src/domain/parties/persons/signed-in.ts';
import {
  confirmPresence,
  signInByPasskey,
  signInByPassword,
} from '../../../src/domain/parties/persons/sign-in.ts';
import { addOrganisation } from '../../support/books.ts';
import { createAuthenticator } from '../../console/authenticator.ts';
import { ORIGIN, PASSWORD, type People, startPeople } from './people.ts';

/** The person touched the device, and showed nothing. */
const PRESENT = 0x01;

let people: People;
before(async () => {
  people = await startPeople();
});
after(() => people.close());

const outcomes = async (works: readonly Promise<{ readonly outcome: string }>[]): Promise<string[]> =>
  (await Promise.all(works)).map(({ outcome }) => outcome).toSorted();

const secretOf = (result: { readonly outcome: string }): string =>
  'secret' in result && typeof result.secret === 'string' ? result.secret : assert.fail(result.outcome);

test('a passkey signs in with a new secret, and the trail tells how', async () => {
  const { passkey } = await people.withPasskey('ana@ibarra.example');
  const browser = people.browser('a browser');
  const sent = await people.signed(passkey, browser);
  const secret = secretOf(await signInByPasskey(people.parts(), browser, sent));
  assert.notEqual(secret, 'a browser');
  assert.equal(await people.resume('a browser'), undefined);
  const signedIn = (await people.resume(secret)) ?? assert.fail();
  const { session, person, memberships } = signedIn;
  assert.deepEqual([session.method, memberships.map(({ role }) => role)], ['passkey', ['administrator']]);
  const rows = await people.books.database.kysely
    .selectFrom('audit')
    .select(['actor_type', 'actor_id', 'method', 'record_id'])
    .where('session_id', '=', session.id)
    .execute();
  const actor_id = memberships[0]?.member_id;
  assert.deepEqual(rows, [{ actor_type: 'member', actor_id, method: 'passkey', record_id: person.id }]);
  await assert.rejects(
    chooseOrganisation(people.parts(), signedIn, 'orgn_01h455vb4pex5vsknk084sn02q'),
    /no member/,
  );
});

test('work in another organisation goes on under a new secret', async () => {
  const email = 'two@ibarra.example';
  const { secret } = await people.withPasskey(email, 'viewer');
  const other = await addOrganisation(people.books.database, 'Elsewhere');
  await people.books.changeOrganisation(other, newAct(SYSTEM, 'test', {}, people.now), async (ctx) => {
    await admitMember(ctx, { email, name: 'Two', role: 'administrator' });
  });
  const both = (await people.resume(secret)) ?? assert.fail();
  const renewed = await chooseOrganisation(people.parts(), both, other);
  assert.equal(await people.resume(secret), undefined);
  const now = (await people.resume(renewed)) ?? assert.fail();
  assert.deepEqual([now.session.id, now.session.organisation_id], [both.session.id, other]);
});

test('an answer counts once, in its own browser, for its own site, with the person verified', async () => {
  const { passkey } = await people.withPasskey('rosa@ibarra.example');
  const [one, two] = [people.browser('browser 1'), people.browser('browser 2')];
  const sent = await people.signed(passkey, one);
  const together = Array.from({ length: 4 }, () => signInByPasskey(people.parts(), one, sent));
  assert.deepEqual(await outcomes(together), ['signed_in', 'wrong', 'wrong', 'wrong']);
  const stolen = await people.signed(passkey, one);
  const wrong = [
    [two, stolen],
    [one, await people.signed(passkey, one, { origin: 'http://localhost:4000' })],
    [one, await people.signed(passkey, one, { flags: PRESENT })],
    [one, await people.signed(createAuthenticator(ORIGIN), one)],
    ...['', '{}', 'null', '[1]', '{"id":"x","response":{}}', 'x'.repeat(30_000)].map(
      (text) => [one, text] as const,
    ),
  ] as const;
  for (const [browser, text] of wrong)
    assert.equal((await signInByPasskey(people.parts(), browser, text)).outcome, 'wrong', text.slice(0, 99));
  const late = await people.signed(passkey, one);
  people.later(16 * 60);
  assert.equal((await signInByPasskey(people.parts(), one, late)).outcome, 'wrong');
});

test('a passkey that was removed meanwhile signs in nobody', async () => {
  const { passkey, secret } = await people.withPasskey('removed@ibarra.example');
  const { person } = (await people.resume(secret)) ?? assert.fail();
  const browser = people.browser('browser');
  const sent = await people.signed(passkey, browser);
  await people.books.database.kysely.deleteFrom('passkey').where('person_id', '=', person.id).execute();
  assert.equal((await signInByPasskey(people.parts(), browser, sent)).outcome, 'wrong');
});

test('a counter that goes back lets in, is told, and stands in the trail each time', async () => {
  const { passkey, secret } = await people.withPasskey('copy@ibarra.example');
  const browser = people.browser('browser');
  const copied: (boolean | undefined)[] = [];
  const signIn = async (counter: number): Promise<void> => {
    passkey.counter = counter;
    const sent = await people.signed(passkey, browser);
    const result = await signInByPasskey(people.parts(), browser, sent);
    secretOf(result);
    copied.push(result.outcome === 'signed_in' ? result.copied : undefined);
  };
  for (const counter of [7, 3, 4, 5, 9]) await signIn(counter);
  const { person } = (await people.resume(secret)) ?? assert.fail();
  const row = await people.books.database.kysely
    .selectFrom('passkey')
    .select('counter')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([copied, row.counter], [[false, true, true, true, false], passkey.counter]);
  // Also where it confirms.
  passkey.counter = 2;
  const weak = (await people.resume(secret)) ?? assert.fail();
  const proof = { passkey: await people.signed(passkey, people.browser(secret)) };
  const confirmed = await confirmPresence(people.parts(), people.browser(secret), weak, proof);
  assert.deepEqual(confirmed, { outcome: 'confirmed' });
  const events = await people.events(person.id);
  assert.equal(events.filter((type) => type === 'person.passkey_copied').length, 4);
});

test('a password needs its code, and a code counts once however many try it', async () => {
  const email = 'luis@ibarra.example';
  const { code, codes } = await people.withPassword(email, 'accountant');
  const browser = people.browser('browser');
  const byPassword = (given: { email: string; password: string; code: string }) =>
    signInByPassword(people.parts(), browser, given);
  people.later(30);
  const right = { email, password: PASSWORD, code: code() };
  const together = Array.from({ length: 3 }, () => byPassword({ ...right, email: email.toUpperCase() }));
  assert.deepEqual(await outcomes(together), ['signed_in', 'wrong', 'wrong']);
  people.later(30);
  for (const wrong of [
    right,
    { ...right, password: `${PASSWORD}!`, code: code() },
    { ...right, code: '' },
    { ...right, email: 'nobody@ibarra.example', code: code() },
  ])
    assert.deepEqual(await byPassword(wrong), { outcome: 'wrong' });
  const paper = { ...right, code: ` ${(codes[0] ?? '').toUpperCase()} ` };
  const signedIn = (await people.resume(secretOf(await byPassword(paper)))) ?? assert.fail();
  assert.deepEqual(await byPassword(paper), { outcome: 'wrong' });
  assert.ok((await people.events(signedIn.person.id)).includes('person.sign_in_failed'));
});

test('guesses are delayed, parallel ones too, and a passkey is not', async () => {
  const email = 'slow@ibarra.example';
  const { code } = await people.withPassword(email);
  people.later(30);
  const guess = { email, password: 'not the password', code: '000000' };
  const attacker = people.browser('attacker', '198.51.100.1');
  const together = Array.from({ length: 14 }, () => signInByPassword(people.parts(), attacker, guess));
  const seen = await outcomes(together);
  assert.deepEqual([seen.filter((each) => each === 'delayed').length, seen.length], [4, 14]);
  const browser = people.browser('browser', '198.51.100.2');
  const right = { email, password: PASSWORD, code: code() };
  const delayed = await signInByPassword(people.parts(), browser, right);
  assert.deepEqual(delayed, { outcome: 'delayed', until: new Date(people.now.getTime() + 60_000) });
  people.later(61);
  secretOf(await signInByPassword(people.parts(), browser, { ...right, code: code() }));
});

test('a session ends after an hour without a request, a day in any case, or when told', async () => {
  const start = people.now;
  const { secret } = await people.withPasskey('idle@ibarra.example');
  const signedIn = (await people.resume(secret)) ?? assert.fail();
  for (const seconds of [3_500, 3_500]) {
    people.later(seconds);
    assert.ok(await people.resume(secret));
  }
  people.later(3_700);
  assert.equal(await people.resume(secret), undefined);
  people.now = start;
  const long = await people.withPasskey('long@ibarra.example');
  for (let hour = 0; hour < 24; hour += 1) {
    people.later(3_590);
    assert.ok(await people.resume(long.secret));
  }
  people.later(500);
  assert.equal(await people.resume(long.secret), undefined);
  people.now = start;
  assert.equal((await openSessions(people.parts(), signedIn)).length, 1);
  const other = await people.withPasskey('stays@ibarra.example');
  const foreign = (await people.resume(other.secret)) ?? assert.fail();
  await endSession(people.parts(), foreign, signedIn.session.id);
  assert.ok(await people.resume(secret), 'nobody ends the session of another person');
  await endSession(people.parts(), signedIn, signedIn.session.id);
  assert.equal(await people.resume(secret), undefined);
});

test('showing anew who is there lasts five minutes and takes the same person', async () => {
  const ana = await people.withPasskey('strong@ibarra.example');
  const other = await people.withPasskey('other@ibarra.example');
  people.later(301);
  const weak = (await people.resume(ana.secret)) ?? assert.fail();
  assert.equal(isStrong(weak, people.now), false);
  const browser = people.browser(ana.secret);
  const confirm = async (passkey: typeof ana.passkey) =>
    confirmPresence(people.parts(), browser, weak, { passkey: await people.signed(passkey, browser) });
  assert.deepEqual(await confirm(other.passkey), { outcome: 'wrong' });
  assert.deepEqual(await confirm(ana.passkey), { outcome: 'confirmed' });
  const strong = (await people.resume(ana.secret)) ?? assert.fail();
  assert.ok(isStrong(strong, people.now));
  const events = await people.events(strong.person.id);
  assert.deepEqual(events.slice(-2), ['person.confirm_failed', 'person.confirmed']);
  const luis = await people.withPassword('confirm@ibarra.example');
  people.later(301);
  const resumed = (await people.resume(luis.secret)) ?? assert.fail();
  const proof = { password: PASSWORD, code: luis.code() };
  const again = () => confirmPresence(people.parts(), people.browser(luis.secret), resumed, proof);
  assert.deepEqual([(await again()).outcome, (await again()).outcome], ['confirmed', 'wrong']);
});

test('a role taken away is gone with the next request, and the last administrator stays', async () => {
  const { secret } = await people.withPasskey('gone@ibarra.example');
  const { reader } = people.books.database;
  const members = await listMembers(reader, people.org);
  const own = members.find(({ email }) => email === 'gone@ibarra.example') ?? assert.fail();
  await people.change((ctx) => changeRole(ctx, own, 'viewer'));
  assert.deepEqual(
    (await people.resume(secret))?.memberships.map(({ role }) => role),
    ['viewer'],
  );
  await people.change((ctx) => removeMember(ctx, own));
  assert.equal(await people.resume(secret), undefined);
  const rest = members.filter(({ id, role }) => id !== own.id && role === 'administrator');
  const removals = rest.map((member) => people.change((ctx) => removeMember(ctx, member)));
  const settled = await Promise.allSettled(removals);
  assert.equal(settled.filter(({ status }) => status === 'rejected').length, 1);
  const left = (await listMembers(reader, people.org)).filter(({ role }) => role === 'administrator');
  assert.equal(left.length, 1);
  await assert.rejects(
    people.change((ctx) => changeRole(ctx, left[0] ?? assert.fail(), 'viewer')),
    /last administrator/,
  );
});
