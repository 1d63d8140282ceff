// Without a mail server an administrator sees some links; never one with which they could be somebody else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrganisationId } from '../../generated/ids.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { newAct, type OrganisationChange, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { addMember } from '../../src/domain/ground/organisations/members.ts';
import { getMembership, linkMember, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { addOrganisation } from '../support/books.ts';
import { createAuthenticator, optionsIn } from './authenticator.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const MEMBERS = '/settings/members';
const LINK = /\/welcome\//;

let console_: TestConsole;
let elsewhere: OrganisationId;
before(async () => {
  console_ = await startTestConsole();
  elsewhere = await addOrganisation(console_.service.database, 'Elsewhere');
});
after(() => console_.close());

const change = <T>(organisation: OrganisationId, work: (ctx: OrganisationChange) => Promise<T>): Promise<T> =>
  openBooks(console_.service.database).changeOrganisation(
    organisation,
    newAct(SYSTEM, 'test', {}, new Date()),
    work,
  );

const invite = (email: string) =>
  console_.as('administrator').send(MEMBERS, 'invite', { name: 'Vera', email, role: 'viewer' });

const recover = async (email: string) => {
  const { id } = await console_.service.database.kysely
    .selectFrom('member')
    .select('id')
    .where('email', '=', email)
    .where('organisation_id', '=', console_.service.organisation_id)
    .executeTakeFirstOrThrow();
  return console_.as('administrator').send(MEMBERS, 'link', { member: id });
};

/** Makes a passkey by a link, as the person would. */
const enter = async (email: string): Promise<void> => {
  const member = await getMembership(console_.service.database.reader, email);
  const path = welcomePath(
    await change(member.organisation_id, (ctx) => linkMember(ctx, member, 'bootstrap')),
  );
  const person = console_.stranger();
  const { html } = await person.send(path, 'begin');
  const credential = createAuthenticator(console_.origin).make(optionsIn(html, 'make'));
  assert.equal((await person.send(path, 'passkey', { name: 'Vera', credential })).path, '/');
};

test('a link for somebody who waits in another organisation is not shown', async () => {
  const email = 'vera@elsewhere.example';
  await change(elsewhere, (ctx) => addMember(ctx, { email, name: 'Vera', role: 'administrator' }));
  const { html } = await invite(email);
  assert.doesNotMatch(html, LINK);
  assert.match(html, /npm run admin -- person link --email vera@elsewhere\.example/);
});

test('a recovery of somebody who can sign in is not shown, of this or another organisation', async () => {
  await enter('vera@elsewhere.example');
  const other = await recover('vera@elsewhere.example');
  assert.doesNotMatch(other.html, LINK);
  const email = 'own@ibarra.example';
  assert.match((await invite(email)).html, LINK);
  await enter(email);
  const own = await recover(email);
  assert.doesNotMatch(own.html, LINK);
  assert.match(own.html, /person link --email own@ibarra\.example/);
});
