// Drafts written and corrected on pages, and the acts on an invoice, over HTTP as a browser sends them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { textOf } from '../pdf/read-pdf.ts';
import { untilInvoice } from '../support/office.ts';
import { addMexicanCustomer, callLoosely, rowCounts } from '../tools/support.ts';
import { type Person, startTestConsole, type TestConsole } from './support.ts';

const HOSTILE = `"><script>alert(1)</script>'`;

let pages: TestConsole;
let customer: string;
let base: string;
before(async () => {
  pages = await startTestConsole();
  customer = await addMexicanCustomer(pages.service, 'CAFE LUNA', { email: 'pagos@luna.example' });
  base = `/companies/${pages.service.entities.mx}`;
});
after(() => pages.close());

const line = { description_0: 'Servicio', quantity_0: '2', price_0: '1,000.50', discount_0: '10' };
const invoiceIn = ({ path }: { readonly path: string }): string => /invc_[0-9a-z]{26}/.exec(path)?.[0] ?? '';
const read = (id: string) => callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });

const draft = async (extra: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: customer,
    line_items: [{ description: 'Servicio', unit_price: 1000 }],
    ...extra,
  });
  return id;
};

const filed = async (extra: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const id = await draft(extra);
  const ana = pages.as('administrator');
  const { path } = await ana.send(`${base}/invoices/${id}`, 'submit');
  assert.match(path, /^\/approvals\/aprv_/);
  await ana.send(path, 'approve');
  const { filing } = await untilInvoice(pages.service, 'mx', id, (now) => now.filing.status !== 'pending');
  assert.equal(filing.status, 'filed');
  return id;
};

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Sends a form of a page that was opened earlier. */
const sendOld = (person: Person, html: string, path: string, fields: Readonly<Record<string, string>>) =>
  person.raw(path, {
    method: 'POST',
    headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrf: hidden(html, 'csrf'), once: hidden(html, 'once'), ...fields }),
  });

test('a draft is written on a page, with hostile texts shown as they are', async () => {
  const eva = pages.as('accountant');
  const answer = await eva.send(`${base}/invoices/new`, 'make', {
    counterparty: 'CAFE LUNA',
    ...line,
    description_0: HOSTILE,
    title: HOSTILE,
    notes: HOSTILE,
    description_1: 'Flete',
    price_1: '50',
  });
  assert.equal(answer.status, 200);
  assert.doesNotMatch(answer.html, /<script>alert/);
  const made = await read(invoiceIn(answer));
  assert.deepEqual(
    [made.status, made.counterparty.id, made.title, made.notes, made.subtotal],
    ['draft', customer, HOSTILE, HOSTILE, 1850.9],
  );
  assert.deepEqual(
    made.line_items.map(({ description, quantity, unit_price }) => [description, quantity, unit_price]),
    [
      [HOSTILE, 2, 1000.5],
      ['Flete', 1, 50],
    ],
  );
});

test('an amount in another language is refused, and what was typed stays', async () => {
  const eva = pages.as('accountant');
  const counted = await rowCounts(pages.service.database);
  const typed = { counterparty: 'CAFE LUNA', ...line, price_0: '1.000,50', title: 'Kept' };
  const { status, html } = await eva.send(`${base}/invoices/new`, 'make', typed);
  assert.equal(status, 422);
  assert.match(html, /1\.000,50/);
  assert.match(html, /value="Kept"/);
  const missing = await eva.send(`${base}/invoices/new`, 'make', { counterparty: 'CAFE LUNA', price_0: '5' });
  assert.equal(missing.status, 422);
  const nobody = await eva.send(`${base}/invoices/new`, 'make', { ...line, counterparty: 'NADIE SA' });
  assert.equal(nobody.status, 422);
  const { invoice } = await rowCounts(pages.service.database);
  assert.equal(invoice, counted['invoice']);
});

test('the same form sent twice writes one draft', async () => {
  const eva = pages.as('accountant');
  const path = `${base}/invoices/new`;
  const { html } = await eva.get(path);
  const fields = { act: 'make', counterparty: 'CAFE LUNA', ...line };
  const counted = await rowCounts(pages.service.database);
  const first = await sendOld(eva, html, path, fields);
  assert.equal(first.status, 303);
  await sendOld(eva, html, path, fields);
  const { invoice } = await rowCounts(pages.service.database);
  assert.equal(invoice, (counted['invoice'] ?? 0) + 1);
});

test('a draft is corrected; one that was filed meanwhile is not', async () => {
  const id = await draft({ title: 'Before', notes: 'Stays' });
  const eva = pages.as('accountant');
  const path = `${base}/invoices/${id}/edit`;
  const { html } = await eva.get(path);
  assert.match(html, /value="Before"/);
  const fields = { counterparty: 'CAFE LUNA', ...line, title: 'After', notes: 'Stays' };
  assert.equal((await eva.send(path, 'save', fields)).status, 200);
  const { title, notes, subtotal } = await read(id);
  assert.deepEqual([title, notes, subtotal], ['After', 'Stays', 1800.9]);
  const done = await filed();
  const stale = await eva.get(`${base}/invoices/${done}/edit`);
  assert.equal(stale.status, 404);
  const refused = await sendOld(eva, html, `${base}/invoices/${done}/edit`, { act: 'save', ...fields });
  assert.ok(refused.status >= 400 && refused.status < 500, String(refused.status));
  assert.equal((await read(done)).subtotal, 1000);
});

test('a viewer sees no act and can send none', async () => {
  const id = await draft();
  const viewer = pages.as('viewer');
  const { html, status } = await viewer.get(`${base}/invoices/${id}`);
  assert.equal(status, 200);
  const [, main = ''] = html.split('<main');
  assert.doesNotMatch(main, /<form|<button/);
  const { html: other } = await pages.as('accountant').get(`${base}/invoices/${id}`);
  assert.match(other, /value="discard"/);
  for (const act of ['submit', 'discard', 'duplicate', 'pay', 'credit', 'void'])
    assert.equal((await viewer.send(`${base}/invoices/${id}`, act)).status, 403, act);
  assert.equal((await viewer.get(`${base}/invoices/new`)).status, 403);
  const eva = pages.as('accountant');
  for (const act of ['credit', 'void'])
    assert.equal((await eva.send(`${base}/invoices/${id}`, act)).status, 403, act);
  assert.equal((await read(id)).filing.status, 'not_submitted');
});

test('a draft is copied and discarded; the company of another has neither', async () => {
  const id = await draft({ title: 'Copied' });
  const eva = pages.as('accountant');
  const copy = invoiceIn(await eva.send(`${base}/invoices/${id}`, 'duplicate'));
  assert.notEqual(copy, id);
  assert.equal((await read(copy)).title, 'Copied');
  const foreign = `/companies/${pages.service.entities.de}/invoices/${copy}`;
  assert.equal((await eva.get(foreign)).status, 404);
  assert.ok((await eva.send(foreign, 'discard')).status >= 400);
  const { path } = await eva.send(`${base}/invoices/${copy}`, 'discard');
  assert.equal(path, `${base}/invoices`);
  assert.equal((await eva.get(`${base}/invoices/${copy}`)).status, 404);
});

test('a payment is read strictly, said again, and recorded once', async () => {
  const id = await filed();
  const eva = pages.as('accountant');
  const path = `${base}/invoices/${id}`;
  assert.equal((await eva.send(path, 'pay', { amount: '160,00' })).status, 422);
  assert.equal((await eva.send(path, 'pay', { amount: '99,999.00' })).status, 422);
  assert.equal((await read(id)).balance_due, 1160);
  const { html } = await eva.get(path);
  const fields = { act: 'pay', amount: '1,000.00', payment_method: 'wire_transfer' };
  assert.equal((await sendOld(eva, html, path, fields)).status, 303);
  await sendOld(eva, html, path, fields);
  assert.equal((await read(id)).balance_due, 160);
  assert.match((await eva.get(path)).html, /1,000\.00/);
});

test('a filed invoice is credited in part and voided by an administrator', async () => {
  const id = await filed();
  const ana = pages.as('administrator');
  const path = `${base}/invoices/${id}`;
  const credited = await ana.send(path, 'credit', { credit_amount: '116.00', credit_reason: 'discount' });
  assert.match(credited.path, /^\/approvals\/aprv_/);
  assert.match(credited.html, /116\.00/);
  const preview = /<iframe[^>]* src="([^"]*)"/.exec(credited.html)?.[1] ?? '';
  assert.match(preview, /\/credit-notes\/icrn_[0-9a-z]{26}\/preview\.pdf$/);
  const pdf = await ana.raw(preview);
  assert.match(textOf(Buffer.from(await pdf.arrayBuffer())), /BORRADOR/);
  const other = await filed();
  assert.equal((await ana.send(`${base}/invoices/${other}`, 'void')).status, 422);
  await ana.send(`${base}/invoices/${other}`, 'void', { void_reason: '02' });
  assert.notEqual((await read(other)).filing.cancellation ?? null, null);
});

test('chosen lines are credited by quantity; an amount beside them, or more than is there, is refused', async () => {
  const id = await filed({
    line_items: [
      { description: 'Silla', quantity: 4, unit_price: 100 },
      { description: 'Flete', unit_price: 50 },
    ],
  });
  const ana = pages.as('administrator');
  const path = `${base}/invoices/${id}`;
  const both = await ana.send(path, 'credit', { credit_amount: '10', credit_line_1: '1' });
  assert.equal(both.status, 422);
  const tooMuch = await ana.send(path, 'credit', { credit_line_1: '5', credit_reason: 'return' });
  assert.equal(tooMuch.status, 409);
  const comma = await ana.send(path, 'credit', { credit_line_1: '1,5', credit_reason: 'return' });
  assert.equal(comma.status, 422);
  const credited = await ana.send(path, 'credit', { credit_line_1: '1', credit_reason: 'return' });
  assert.match(credited.path, /^\/approvals\/aprv_/);
  assert.match(credited.html, /Silla/);
  assert.doesNotMatch(credited.html, /Flete/);
  assert.match(credited.html, /116\.00/);
});
