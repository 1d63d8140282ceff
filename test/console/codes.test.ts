// The codes of a line, looked for by words on a page that leads back to the form.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
});
after(() => pages.close());

const codesIn = (html: string): string[] =>
  [...html.matchAll(/data-code="([^"]*)"/g)].map(([, code = '']) => code);
const find = async (as: 'mx' | 'de', query: Readonly<Record<string, string>>) =>
  pages
    .as('accountant')
    .get(`/companies/${pages.service.entities[as]}/invoices/codes?${new URLSearchParams(query).toString()}`);

test('products and units of the SAT are found by words and by code', async () => {
  const product = await find('mx', { field: 'code_1', query: 'café tostado' });
  assert.equal(product.status, 200);
  assert.ok(codesIn(product.html).includes('50201706'), codesIn(product.html).join(' '));
  assert.match(product.html, /invoices\/new\?code_1=50201706"/);
  assert.deepEqual(codesIn((await find('mx', { field: 'code_0', query: '50201706' })).html), ['50201706']);
  assert.equal(codesIn((await find('mx', { field: 'unit_0', query: 'kilo' })).html)[0], 'KGM');
  assert.deepEqual(codesIn((await find('mx', { field: 'code_0', query: 'xqzw' })).html), []);
});

test('units by name and the treatments of the tax in words are found for Germany', async () => {
  assert.deepEqual(codesIn((await find('de', { field: 'unit_0', query: 'hour' })).html), ['HUR', 'KWH']);
  const { html } = await find('de', { field: 'code_0', query: '' });
  assert.deepEqual(codesIn(html).toSorted(), ['AE', 'E', 'G', 'K', 'O']);
  assert.match(html, /Reverse charge/);
});

test('what is asked for wrongly leads nowhere else, and hostile words are shown as they are', async () => {
  const hostile = `"><script>alert(1)</script>`;
  const { html, status } = await find('mx', { field: hostile, draft: '//evil.example', query: hostile });
  assert.equal(status, 200);
  assert.doesNotMatch(html, /<script>alert|evil\.example/);
  assert.equal((await find('mx', { field: 'code_99', query: 'silla' })).status, 404);
  const path = `/companies/${pages.service.entities.mx}/invoices/codes`;
  assert.equal((await pages.as('viewer').get(path)).status, 403);
});

test('a chosen code stands in the form of the draft it was looked for', async () => {
  await addMexicanCustomer(pages.service, 'CAFE LUNA');
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_name: 'CAFE LUNA',
    line_items: [{ description: 'Café', unit_price: 100 }],
  });
  const { html } = await find('mx', { field: 'code_0', draft: id, query: '50201706' });
  const [, back = ''] = /href="([^"]*code_0=50201706)"/.exec(html) ?? [];
  assert.match(back, new RegExp(`/invoices/${id}/edit\\?code_0=50201706$`));
  const eva = pages.as('accountant');
  assert.match((await eva.get(back)).html, /name="code_0"[^>]* value="50201706"/);
  const saved = await eva.send(back, 'save', {
    counterparty: 'CAFE LUNA',
    description_0: 'Café',
    price_0: '100',
    code_0: '50201706',
  });
  assert.equal(saved.status, 200);
  const { line_items } = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.equal(line_items[0]?.country_details.sat_product_code, '50201706');
  const german = await eva.get(`/companies/${pages.service.entities.de}/invoices/new`);
  assert.match(german.html, /name="buyer_reference"[^>]* required/);
});
