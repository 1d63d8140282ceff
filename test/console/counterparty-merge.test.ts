// Duplicates marked in the list, what a merge would move, the merge itself, and the bills of one supplier.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addGermanCustomer,
  addMexicanCustomer,
  callLoosely,
  changingNothing,
  rowCounts,
} from '../tools/support.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const HOSTILE = `"><script>alert(1)</script>'`;

let pages: TestConsole;
let base: string;
before(async () => {
  pages = await startTestConsole();
  base = `/companies/${pages.service.entities.mx}`;
});
after(() => pages.close());

const generic = (name: string) =>
  addMexicanCustomer(pages.service, name, {
    country_details: { rfc: 'XEXX010101000' },
    is_supplier: true,
  });
const bill = (counterparty_id: string, bill_number: string) =>
  callLoosely(pages.service, 'mx', 'create_bill', {
    counterparty_id,
    bill_number,
    line_items: [{ description: 'Papel', unit_price: 500 }],
  });
const mergePath = (duplicate: string, into?: string): string =>
  `${base}/counterparties/${duplicate}/merge${into === undefined ? '' : `?into=${into}`}`;

test('from the mark in the list over the preview to one counterparty, once', async () => {
  const ana = pages.as('administrator');
  const name = `Tlapalería ${HOSTILE}`;
  const survivor = await addMexicanCustomer(pages.service, name);
  const duplicate = await generic(`TLAPALERIA ${HOSTILE} SA DE CV`);
  await addMexicanCustomer(pages.service, 'Nadie Más');
  const { id: draft } = await callLoosely(pages.service, 'mx', 'create_invoice', {
    counterparty_id: duplicate,
    line_items: [{ description: 'Clavos', unit_price: 100 }],
  });
  await bill(duplicate, 'T-1');

  const list = await ana.get(`${base}/counterparties`);
  assert.equal(list.html.match(/Possible duplicate/g)?.length, 2);
  assert.ok(list.html.includes(mergePath(duplicate, survivor)));
  assert.doesNotMatch(list.html, /<script>alert/);
  const seen = await pages.as('viewer').get(`${base}/counterparties`);
  assert.ok(seen.html.includes('Possible duplicate') && !seen.html.includes('/merge'));

  const choose = await ana.get(mergePath(duplicate));
  assert.ok(choose.html.includes(mergePath(duplicate, survivor)));
  const preview = await changingNothing(pages.service.database, () =>
    ana.get(mergePath(duplicate, survivor)),
  );
  assert.equal(preview.status, 200);
  assert.doesNotMatch(preview.html, /<script>alert/);
  for (const word of ['Drafts', 'Open bills']) assert.ok(preview.html.includes(word), word);
  assert.ok(!preview.html.includes('Payment complements'));

  const before = await rowCounts(pages.service.database);
  const done = await ana.send(mergePath(duplicate, survivor), 'merge', { into: survivor });
  assert.equal(done.path, `${base}/counterparties/${survivor}`);
  assert.match(done.html, /is part of .* now\./);
  const after = await rowCounts(pages.service.database);
  assert.equal((after['counterparty'] ?? 0) - (before['counterparty'] ?? 0), -1);
  assert.equal((after['event'] ?? 0) - (before['event'] ?? 0), 1);
  const invoice = await callLoosely(pages.service, 'mx', 'get_invoice', { invoice_id: draft });
  assert.equal(invoice.counterparty.id, survivor);

  // Old tabs and links: the page of the duplicate shows the survivor, a second merge says what happened.
  assert.match((await ana.get(`${base}/counterparties/${duplicate}`)).html, /Merged into it/);
  const again = await ana.get(mergePath(duplicate, survivor));
  assert.match(again.html, /was merged into another counterparty already/);
  const { html } = await ana.get(`${base}/counterparties`);
  assert.doesNotMatch(html, /Possible duplicate/);
});

test('only an administrator who shows again who it is, and never across companies', async () => {
  const survivor = await addMexicanCustomer(pages.service, 'Ferretería Sur');
  const duplicate = await generic('Ferreteria Sur');
  const foreign = await addGermanCustomer(pages.service, 'Eisen Süd GmbH');
  const path = mergePath(duplicate, survivor);
  for (const role of ['viewer', 'accountant'] as const)
    assert.equal((await pages.as(role).get(path)).status, 403, role);
  const { database } = pages.service;
  const ana = pages.as('administrator');
  await ana.get(path);
  await changingNothing(database, async () => {
    assert.equal((await ana.get(mergePath(foreign))).status, 404);
    const refused = await ana.send(path, 'merge', { into: foreign });
    assert.equal(refused.status, 404);
    assert.match(refused.html, /There is no counterparty/);
    assert.equal((await ana.send(path, 'merge', { into: duplicate })).status, 409);
  });
  const weak = pages.as('administrator', { strong: false, email: 'weak@ibarra.example' });
  await weak.get(path);
  const asked = await weak.send(path, 'merge', { into: survivor });
  assert.match(asked.html, /Is it you\?/);
  assert.ok(asked.html.includes(`value="${survivor}"`));
  const { data } = await callLoosely(pages.service, 'mx', 'list_counterparties', { query: 'ferreteria' });
  assert.equal(data.length, 2);
});

test('the same form twice, and one of an old tab, change nothing more', async () => {
  const survivor = await addMexicanCustomer(pages.service, 'Vidrios Lago');
  const duplicate = await generic('Vidrios Lago');
  const ana = pages.as('administrator');
  const path = mergePath(duplicate, survivor);
  const hidden = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const sendAs = (html: string) =>
    ana.raw(path, {
      method: 'POST',
      headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        csrf: hidden(html, 'csrf'),
        once: hidden(html, 'once'),
        act: 'merge',
        into: survivor,
      }),
    });
  const [shown, oldTab] = [(await ana.get(path)).html, (await ana.get(path)).html];
  assert.equal((await sendAs(shown)).status, 303);
  await changingNothing(pages.service.database, async () => {
    assert.equal((await sendAs(shown)).status, 409);
    const late = await sendAs(oldTab);
    assert.equal(late.status, 409);
    assert.match(await late.text(), /was merged into Vidrios Lago already/);
  });
});

test('what stands in the way is said before anything is sent', async () => {
  const one = await addMexicanCustomer(pages.service, 'Madera Uno');
  const other = await addMexicanCustomer(pages.service, 'Madera Dos');
  const ana = pages.as('administrator');
  const { html } = await ana.get(mergePath(one, other));
  assert.match(html, /two legal persons/);
  const spanish = await ana.get(`${mergePath(one, other)}&language=es`);
  assert.match(spanish.html, /Madera Uno .* son dos personas distintas y no se combinan/);
  assert.doesNotMatch(html, /name="into"/);
});

test('bills and invoices of one counterparty, from its page', async () => {
  const supplier = await generic('Papelera Oriente');
  const other = await generic('Papelera Poniente');
  await bill(supplier, 'ORIENTE-1');
  await bill(other, 'PONIENTE-1');
  const vera = pages.as('viewer');
  const link = `${base}/bills?counterparty_id=${supplier}`;
  assert.ok((await vera.get(`${base}/counterparties/${supplier}`)).html.includes(link));
  const { html } = await vera.get(link);
  assert.ok(html.includes('ORIENTE-1') && !html.includes('PONIENTE-1'));
  assert.ok(html.includes(`name="counterparty_id" value="${supplier}"`));
  assert.ok(html.includes('Papelera Oriente'));
  assert.equal((await vera.get(`${base}/bills?counterparty_id=ctpy_unknown`)).status, 404);
  const invoices = await vera.get(`${base}/invoices?counterparty_id=${supplier}`);
  assert.ok(invoices.html.includes(`name="counterparty_id" value="${supplier}"`));
});
