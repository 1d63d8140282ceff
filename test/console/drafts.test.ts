// A draft that a person writes, corrects, duplicates, submits and discards on pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let pages: TestConsole;
let base: string;
before(async () => {
  pages = await startTestConsole();
  base = `/companies/${pages.service.entities.mx}`;
  await addMexicanCustomer(pages.service, 'CAFE LUNA', { email: 'pagos@luna.example' });
});
after(() => pages.close());

const LINE = { description_0: 'Servicio', quantity_0: '2', price_0: '1,500.50', discount_0: '10' };

test('a draft is written, corrected, copied, submitted and discarded', async () => {
  const carla = pages.as('accountant');
  const made = await carla.send(`${base}/invoices/new`, 'make', {
    counterparty: 'CAFE LUNA',
    title: 'Noviembre',
    ...LINE,
  });
  assert.equal(made.status, 200, made.html.slice(0, 500));
  const id = made.path.split('/').at(-1) ?? '';
  const draft = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.deepEqual(
    [draft.subtotal, draft.tax_total, draft.total, draft.title],
    [2700.9, 432.14, 3133.04, 'Noviembre'],
  );
  const saved = await carla.send(`${base}/invoices/${id}/edit`, 'save', {
    counterparty: 'CAFE LUNA',
    ...LINE,
    discount_0: '',
  });
  assert.equal(saved.status, 200);
  const corrected = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: id });
  assert.deepEqual([corrected.subtotal, corrected.title], [3001, null]);
  const copy = await carla.send(`${base}/invoices/${id}`, 'duplicate');
  assert.notEqual(copy.path, `${base}/invoices/${id}`);
  const asked = await carla.send(`${base}/invoices/${id}`, 'submit');
  assert.match(asked.path, /^\/approvals\/aprv_/);
  const gone = await carla.send(copy.path, 'discard');
  assert.equal(gone.path, `${base}/invoices`);
  assert.equal((await carla.get(copy.path)).status, 404);
});

test('a price in the decimals of another language is told, and what was typed stays', async () => {
  const carla = pages.as('accountant');
  const wrong = await carla.send(`${base}/invoices/new`, 'make', {
    counterparty: 'CAFE LUNA',
    description_0: 'Servicio',
    price_0: '1.500,50',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /value="1\.500,50"/);
  assert.match(wrong.html, /not a number as it is written here/);
});

test('a viewer writes nothing, and a credit or cancellation is for administrators', async () => {
  assert.equal((await pages.as('viewer').get(`${base}/invoices/new`)).status, 403);
  const { id } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_name: 'CAFE LUNA',
    line_items: [{ description: 'Uno', unit_price: 1 }],
  });
  for (const act of ['credit', 'void'])
    assert.equal((await pages.as('accountant').send(`${base}/invoices/${id}`, act)).status, 403, act);
  assert.equal((await pages.as('viewer').send(`${base}/invoices/${id}`, 'submit')).status, 403);
});
