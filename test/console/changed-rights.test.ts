// Whoever loses a role, a membership or the session while a page is open: a sentence, and nothing is written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminOn } from '../admin/support.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let customer: string;
before(async () => {
  pages = await startTestConsole();
  customer = await addMexicanCustomer(pages.service, 'CAFE LUNA', { email: 'pagos@luna.example' });
});
after(() => pages.close());

const submitted = async (): Promise<{ id: string; path: string }> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  return { id, path: `/approvals/${approval_request_id}` };
};

const filingOf = async (id: string): Promise<string> =>
  (await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id })).filing.status;

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** The form of a page that was opened earlier. */
const sendOld = async (person: Person, html: string, path: string) => {
  const answer = await person.raw(path, {
    method: 'POST',
    headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      csrf: hidden(html, 'csrf'),
      once: hidden(html, 'once'),
      shown: hidden(html, 'shown'),
      act: 'approve',
    }),
  });
  return { status: answer.status, html: await answer.text() };
};

const memberOf = async (email: string): Promise<string> =>
  (
    await pages.service.database.kysely
      .selectFrom('member')
      .select('id')
      .where('email', '=', email)
      .where('organisation_id', '=', pages.service.organisation_id)
      .executeTakeFirstOrThrow()
  ).id;

const sessionsOf = async (email: string): Promise<number> =>
  (
    await pages.service.database.kysely
      .selectFrom('person_session')
      .innerJoin('person', 'person.id', 'person_session.person_id')
      .select('person_session.id')
      .where('person.email', '=', email)
      .execute()
  ).length;

const endings: Readonly<Record<string, (email: string, member: string) => Promise<unknown>>> = {
  'the role was taken away on a page': (_, member) =>
    pages.as('administrator').send('/settings/members', 'role', { member, role: 'viewer' }),
  'the role was taken away on the command line': (_, member) =>
    adminOn(pages.service.databaseUrl, new Date()).run('member', 'update', member, '--role=accountant'),
  'the person was removed': (_, member) =>
    pages.as('administrator').send('/settings/members', 'remove', { member }),
  'the person was removed on the command line': (_, member) =>
    adminOn(pages.service.databaseUrl, new Date()).run('member', 'remove', member),
  'the person signed out everywhere': (email) =>
    pages.as('administrator', { email }).send('/me', 'end-session', { which: 'all' }),
};

for (const [name, end] of Object.entries(endings))
  test(`an open page decides nothing after ${name}`, async () => {
    const email = `${name.replaceAll(' ', '-')}@ibarra.example`;
    const { id, path } = await submitted();
    const person = pages.as('administrator', { email });
    const { html } = await person.get(path);
    assert.match(html, /value="approve"/);
    await end(email, await memberOf(email));
    const answer = await sendOld(person, html, path);
    assert.equal(answer.status, 401);
    assert.match(answer.html, /You are not signed in any more, so nothing was changed\./);
    assert.ok(answer.html.includes(`/sign-in?back=${encodeURIComponent(path)}`));
    assert.equal(await filingOf(id), 'awaiting_approval');
    assert.equal(await sessionsOf(email), 0);
    assert.match((await person.get(path)).path, /^\/sign-in\?back=/);
  });

test('a page that was open since before the last sign-in is shown anew with what was typed', async () => {
  const { id, path } = await submitted();
  const email = 'again@ibarra.example';
  const { html } = await pages.as('administrator', { email }).get(path);
  const again = pages.as('administrator', { email });
  const answer = await sendOld(again, html, path);
  assert.equal(answer.status, 403);
  assert.match(answer.html, /opened before you last signed in/);
  assert.equal(await filingOf(id), 'awaiting_approval');
  assert.notEqual(hidden(answer.html, 'csrf'), hidden(html, 'csrf'));
  assert.equal((await sendOld(again, answer.html, path)).status, 303);
  assert.notEqual(await filingOf(id), 'awaiting_approval');
});

test('whoever changes their own role goes on under a new secret, and their other browsers are signed out', async () => {
  const email = 'self@ibarra.example';
  const [here, elsewhere] = [pages.as('administrator', { email }), pages.as('administrator', { email })];
  await here.get('/');
  await elsewhere.get('/');
  const before = [...here.cookies.values()].join();
  const member = await memberOf(email);
  const answer = await here.send('/settings/members', 'role', { member, role: 'viewer' });
  assert.equal(answer.status, 200);
  assert.match(answer.html, /is Viewer now/);
  assert.notEqual([...here.cookies.values()].join(), before);
  assert.equal((await here.get('/settings/members')).status, 403);
  assert.match((await elsewhere.get('/')).path, /^\/sign-in/);
  assert.equal(await sessionsOf(email), 1);
});

test('a role that stays the same signs nobody out', async () => {
  const email = 'same@ibarra.example';
  const person = pages.as('viewer', { email });
  await person.get('/');
  const member = await memberOf(email);
  await pages.as('administrator').send('/settings/members', 'role', { member, role: 'viewer' });
  assert.equal((await person.get('/me')).path, '/me');
});
