// Keys that agents ask for, decided on a page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addOrganisation, addKey } from '../support/books.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
});
after(() => pages.close());

const ask = async (name: string): Promise<string> => {
  const { id } = await pages.service.client().request_api_key({
    name,
    reason: 'Weekly report of what is overdue',
    scopes: ['invoices:read'],
    entity_id: pages.service.entities.de,
  });
  return id;
};

const secretOf = (html: string): string | undefined =>
  /<p class="secret" id="secret">\s*([^<\s]+)/.exec(html)?.[1];

test('an administrator reads what is asked for, approves, and sees the secret once', async () => {
  const id = await ask('Report');
  const path = `/settings/keys/requests/${id}`;
  const administrator = pages.as('administrator');
  for (const place of ['/', '/settings/keys'])
    assert.match((await administrator.get(place)).html, new RegExp(`href="${path}"`), place);
  const shown = await administrator.get(path);
  assert.match(shown.html, /Weekly report of what is overdue/);
  assert.match(shown.html, /invoices:read/);
  const made = await administrator.send(path, 'approve');
  const secret = secretOf(made.html);
  assert.ok(secret !== undefined);
  const { entity } = await pages.service.client(secret).search_invoices({});
  assert.equal(entity.id, pages.service.entities.de);
  const later = await administrator.get(path);
  assert.doesNotMatch(later.html, new RegExp(secret));
  assert.doesNotMatch(later.html, /data-act="approve"|value="approve"/);
  assert.doesNotMatch((await administrator.get('/')).html, new RegExp(`href="${path}"`));
});

test('a rejection needs a reason, and the agent reads it', async () => {
  const id = await ask('Other');
  const path = `/settings/keys/requests/${id}`;
  const administrator = pages.as('administrator');
  assert.equal((await administrator.send(path, 'reject', { reason: ' ' })).status, 422);
  assert.equal((await administrator.send(path, 'reject', { reason: 'Use your own key' })).status, 200);
  const told = await pages.service.client().get_api_key_request({ request_id: id as never });
  assert.deepEqual([told.status, told.rejection], ['rejected', 'Use your own key']);
});

test('nobody below an administrator, without a fresh proof, or of another organisation decides', async () => {
  const id = await ask('Third');
  const path = `/settings/keys/requests/${id}`;
  for (const role of ['accountant', 'viewer'] as const)
    assert.equal((await pages.as(role).get(path)).status, 403);
  const weak = pages.as('administrator', { strong: false, email: 'weak@ibarra.example' });
  assert.equal(secretOf((await weak.send(path, 'approve')).html), undefined);
  const foreign = await addKey(
    pages.service.database,
    await addOrganisation(pages.service.database, 'Elsewhere'),
  );
  const theirs = await pages.service.client(foreign).request_api_key({
    name: 'Theirs',
    reason: 'Theirs',
    scopes: ['invoices:read'],
  });
  assert.equal((await pages.as('administrator').get(`/settings/keys/requests/${theirs.id}`)).status, 404);
  const { status } = await pages.service.client().get_api_key_request({ request_id: id as never });
  assert.equal(status, 'pending');
});
