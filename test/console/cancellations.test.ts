// Cancellations that agents ask for, decided on the page of the invoice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Invoice, untilInvoice } from '../support/office.ts';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole();
  await addMexicanCustomer(pages.service, 'CAFE LUNA');
});
after(() => pages.close());

const hrefOf = (id: string): string => `/companies/${pages.service.entities.mx}/invoices/${id}`;
const read = (invoice_id: string) => callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id });

const until = (id: string, status: string): Promise<Invoice> =>
  untilInvoice(pages.service, 'mx', id, (invoice) => invoice.status === status);

const filed = async (): Promise<string> => {
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_name: 'CAFE LUNA',
    line_items: [{ description: 'Servicio', unit_price: 100 }],
  });
  const { approval_request_id } = await callLoosely(pages.service, 'mx', 'submit_invoice', {
    invoice_id: id,
  });
  await pages.as('administrator').send(`/approvals/${approval_request_id}`, 'approve');
  await until(id, 'filed');
  return id;
};

const ask = (invoice_id: string) =>
  callLoosely(pages.service, 'mx', 'request_cancellation', {
    invoice_id,
    reason: '02',
    note: 'Se facturó <b>dos veces</b>',
  });

const stateOf = async (invoice_id: string) => {
  const { status, rejection } = await callLoosely(pages.service, 'mx', 'get_cancellation_request', {
    invoice_id,
  });
  return [status, rejection];
};

test('it waits at home and in the list, is read with its invoice, and approved there', async () => {
  const id = await filed();
  const administrator = pages.as('administrator');
  assert.doesNotMatch((await administrator.get(hrefOf(id))).html, /approve_cancellation/);
  const request = await ask(id);
  const home = await administrator.get('/');
  assert.match(home.html, /1 to approve/);
  const list = await administrator.get(`/approvals?company=${pages.service.entities.mx}`);
  assert.ok(list.html.includes(`href="${hrefOf(id)}"`));
  const other = await administrator.get(`/approvals?company=${pages.service.entities.de}`);
  assert.ok(!other.html.includes(hrefOf(id)));
  const page = await administrator.get(hrefOf(id));
  assert.match(page.html, /Se facturó &lt;b>dos veces/);
  assert.match(page.html, /02 errors, not replaced/);
  const done = await administrator.send(hrefOf(id), 'approve_cancellation', { request: request.id });
  assert.equal(done.status, 200, done.html);
  await until(id, 'void');
  assert.deepEqual(await stateOf(id), ['approved', null]);
  assert.doesNotMatch((await administrator.get('/')).html, /1 to approve/);
});

test('a refusal needs a reason, which the agent reads', async () => {
  const id = await filed();
  const { id: request } = await ask(id);
  const administrator = pages.as('administrator');
  const empty = await administrator.send(hrefOf(id), 'reject_cancellation', { request, rejection: ' ' });
  assert.equal(empty.status, 422);
  assert.deepEqual(await stateOf(id), ['pending', null]);
  await administrator.send(hrefOf(id), 'reject_cancellation', { request, rejection: 'Ya está pagada' });
  assert.deepEqual(await stateOf(id), ['rejected', 'Ya está pagada']);
  assert.equal((await read(id)).status, 'filed');
});

test('nobody below an administrator, and nobody without a fresh proof, approves', async () => {
  const id = await filed();
  const { id: request } = await ask(id);
  for (const role of ['accountant', 'viewer'] as const) {
    const person = pages.as(role);
    assert.doesNotMatch((await person.get(hrefOf(id))).html, /approve_cancellation/);
    const tried = await person.send(hrefOf(id), 'approve_cancellation', { request });
    assert.equal(tried.status, 403);
  }
  const weak = pages.as('administrator', { strong: false, email: 'weak@ibarra.example' });
  await weak.send(hrefOf(id), 'approve_cancellation', { request });
  assert.deepEqual(await stateOf(id), ['pending', null]);
  const elsewhere = hrefOf(id).replace(pages.service.entities.mx, pages.service.entities.de);
  assert.equal((await pages.as('administrator').get(elsewhere)).status, 404);
  assert.deepEqual(await stateOf(id), ['pending', null]);
});
