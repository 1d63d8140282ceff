import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { enrol, type Enrolment } from '../../../src/domain/parties/persons/enrol.ts';
import {
  getMembership,
  inviteMember,
  linkMember,
  makeFirstLink,
  openLink,
} from '../../../src/domain/parties/persons/links.ts';
import { createAuthenticator } from '../../console/authenticator.ts';
import { entered, ORIGIN, type People, startPeople } from './people.ts';

let people: People;
before(async () => {
  people = await startPeople();
});
after(() => people.close());

const arrive = async (token: string, name: string, more: Partial<Enrolment> = {}) => {
  const browser = people.browser(name);
  const given = await people.enrolment(createAuthenticator(ORIGIN), browser, { name, ...more });
  return enrol(people.parts(), browser, token, given);
};

test('of all first links one makes an administrator, and none is made after that', async () => {
  const { database } = people.books;
  const tokens = [
    (await makeFirstLink(database, people.now)) ?? assert.fail(),
    (await makeFirstLink(database, people.now)) ?? assert.fail(),
  ];
  for (const token of [...tokens, ...tokens])
    assert.equal((await openLink(database, token, people.now))?.kind, 'bootstrap');
  const tries = [0, 1, 0, 1].map((at, turn) =>
    arrive(tokens[at] ?? '', `First ${turn}`, { email: `First${turn}@Ibarra.example` }),
  );
  const results = await Promise.all(tries);
  const outcomes = results.map(({ outcome }) => outcome).toSorted();
  assert.deepEqual(outcomes, ['ended', 'ended', 'ended', 'signed_in']);
  const won = results.find(({ outcome }) => outcome === 'signed_in') ?? assert.fail();
  const signedIn = (await people.resume(entered(won).secret)) ?? assert.fail();
  assert.deepEqual(
    signedIn.memberships.map(({ organisation_id, role }) => [organisation_id, role]),
    [[people.org, 'administrator']],
  );
  const { count } = await database.kysely
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(count, 1);
  assert.equal(await makeFirstLink(database, people.now), undefined);
  for (const token of tokens) assert.equal(await openLink(database, token, people.now), undefined);
});

test('an invitation is for its address, and takes nothing from somebody who can sign in by now', async () => {
  const wanted = { email: 'Luis@Ibarra.example', name: 'Luis', role: 'viewer' } as const;
  const { token } = await people.change((ctx) => inviteMember(ctx, wanted, 'mail'));
  const member = await getMembership(people.books.database.reader, wanted.email);
  const again = await people.change((ctx) => linkMember(ctx, member, 'invitation', 'mail'));
  const luis = entered(await arrive(token ?? '', 'Luis', { email: 'mallory@ibarra.example' }));
  const { person, memberships } = (await people.resume(luis.secret)) ?? assert.fail();
  assert.deepEqual([person.email, memberships[0]?.role], ['luis@ibarra.example', 'viewer']);
  assert.equal((await arrive(again, 'Mallory')).outcome, 'ended', 'a way in ends the other links');
  const shown = await people.change((ctx) => linkMember(ctx, member, 'invitation', 'shown'));
  assert.equal(
    (await arrive(shown, 'Mallory')).outcome,
    'ended',
    'nobody hands over a link to who can sign in',
  );
  const late = await people.change((ctx) => linkMember(ctx, member, 'invitation', 'mail'));
  assert.equal((await arrive(late, 'Mallory')).outcome, 'known');
  assert.ok(await people.resume(luis.secret));
  const { passkeys } = await people.books.database.kysely
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<number>().as('passkeys'))
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow();
  assert.equal(passkeys, 1);
});

test('a recovery ends every earlier way in and session', async () => {
  const before_ = await people.withPassword('lost@ibarra.example');
  const member = await getMembership(people.books.database.reader, 'lost@ibarra.example');
  const token = await people.change((ctx) => linkMember(ctx, member, 'recovery'));
  assert.ok(await people.resume(before_.secret), 'a link alone ends nothing');
  people.later(31 * 60);
  assert.equal((await arrive(token, 'Late')).outcome, 'ended');
  const fresh = await people.change((ctx) => linkMember(ctx, member, 'recovery'));
  const after_ = entered(await arrive(fresh, 'Luis'));
  assert.equal(await people.resume(before_.secret), undefined);
  const { person } = (await people.resume(after_.secret)) ?? assert.fail();
  const stored = await people.books.database.kysely
    .selectFrom('person')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([stored.password_hash, stored.totp_secret], [null, null]);
});
