// What a key asks to end or change that others made, decided on a page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addKey, addOrganisation } from '../support/books.ts';
import { callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
});
after(() => pages.close());

const otherKey = async () => {
  const { database, organisation_id } = pages.service;
  return pages.service.client(await addKey(database, organisation_id));
};

const idIn = (answer: object): string => /chrq_[0-9a-z]{26}/.exec(JSON.stringify(answer))?.[0] ?? '';

/** A webhook of one key that another one wants to redirect. */
const redirected = async () => {
  const webhook = await pages.service
    .client()
    .create_webhook({ url: 'https://hooks.example.com/ours', events: ['invoice.*'] });
  const answer = await (
    await otherKey()
  ).update_webhook({ webhook_id: webhook.id, url: 'https://thief.example.com/in' });
  return { webhook_id: webhook.id, path: `/changes/${idIn(answer)}` };
};

const urlOf = async (id: string): Promise<string | undefined> =>
  (await pages.service.client().list_webhooks({ limit: 50 })).data.find((each) => each.id === id)?.url;

test('an administrator reads what would change, and approves', async () => {
  const { webhook_id, path } = await redirected();
  const ana = pages.as('administrator');
  assert.match((await ana.get('/')).html, new RegExp(`href="${path}"`));
  const { html } = await ana.get(path);
  for (const text of ['Change the webhook', 'https://hooks.example.com/ours', 'https://thief.example.com/in'])
    assert.ok(html.includes(text), text);
  assert.equal(await urlOf(webhook_id), 'https://hooks.example.com/ours');
  assert.equal((await ana.send(path, 'approve')).status, 200);
  assert.equal(await urlOf(webhook_id), 'https://thief.example.com/in');
  assert.doesNotMatch((await ana.get(path)).html, /value="approve"/);
  assert.doesNotMatch((await ana.get('/')).html, new RegExp(`href="${path}"`));
});

test('a rejection needs a reason and changes nothing', async () => {
  const { webhook_id, path } = await redirected();
  const ana = pages.as('administrator');
  assert.equal((await ana.send(path, 'reject', { reason: ' ' })).status, 422);
  assert.equal((await ana.send(path, 'reject', { reason: 'Not ours' })).status, 200);
  assert.match((await ana.get(path)).html, /Not ours/);
  assert.equal(await urlOf(webhook_id), 'https://hooks.example.com/ours');
});

test('what is about the books of a company is done there', async () => {
  const invoice = await callLoosely(pages.service, 'de', 'create_invoice', {
    counterparty_id: (
      await callLoosely(pages.service, 'de', 'create_counterparty', {
        name: 'Nordwind GmbH',
        country_code: 'DE',
      })
    ).id,
    country_details: { buyer_reference: 'PO-1' },
    line_items: [{ description: 'Beratung', unit_price: 100 }],
  });
  const { entities } = pages.service;
  const answer = await (await otherKey()).discard_invoice({ entity_id: entities.de, invoice_id: invoice.id });
  const path = `/changes/${idIn(answer)}`;
  const ana = pages.as('administrator');
  assert.ok((await ana.get(path)).html.includes(`/companies/${entities.de}/invoices/${invoice.id}`));
  assert.equal((await ana.send(path, 'approve')).status, 200);
  assert.equal((await ana.get(`/companies/${entities.de}/invoices/${invoice.id}`)).status, 404);
});

test('nobody below an administrator, and nobody of another organisation, decides', async () => {
  const { webhook_id, path } = await redirected();
  for (const role of ['accountant', 'viewer'] as const) {
    assert.equal((await pages.as(role).get(path)).status, 403);
    assert.notEqual((await pages.as(role).send(path, 'approve')).status, 200);
  }
  const { database } = pages.service;
  const theirs = await addOrganisation(database, 'Otra');
  await database.kysely
    .updateTable('change_request')
    .set({ organisation_id: theirs })
    .where('id', '=', path.slice('/changes/'.length))
    .execute();
  assert.equal((await pages.as('administrator').get(path)).status, 404);
  assert.equal(await urlOf(webhook_id), 'https://hooks.example.com/ours');
});
