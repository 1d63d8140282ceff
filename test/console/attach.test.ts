// A file for a German draft, added on its page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLoosely } from '../tools/support.ts';
import { startTestConsole } from './support.ts';

test('a file is attached to a draft; one of another kind is refused', async () => {
  const pages = await startTestConsole();
  try {
    const { id: counterparty_id } = await callLoosely(pages.service, 'de', 'create_counterparty', {
      name: 'Stadtwerke Weilburg AG',
      country_code: 'DE',
      postal_code: '35781',
      country_details: { vat_id: 'DE271639485', street: 'Bahnhofstraße 4', city: 'Weilburg' },
    });
    const { id } = await callLoosely(pages.service, 'de', 'create_invoice', {
      counterparty_id,
      line_items: [{ description: 'Beratung', unit_price: 100 }],
      country_details: { buyer_reference: 'PO-1' },
    });
    const path = `/companies/${pages.service.entities.de}/invoices/${id}`;
    const eva = pages.as('accountant');
    const file = (name: string): File => new File(['Tag;Stunden\n1;8\n'], name);
    assert.equal((await eva.upload(path, 'attach', {}, { attachment: file('hours.exe') })).status, 422);
    const done = await eva.upload(path, 'attach', {}, { attachment: file('hours.csv') });
    assert.equal(done.status, 200, done.html.slice(-800));
    const { attachments } = await callLoosely(pages.service, 'de', 'get_invoice', { invoice_id: id });
    assert.deepEqual(
      attachments?.map(({ name }: { readonly name: string }) => name),
      ['hours.csv'],
    );
    const { html } = await pages.as('viewer').get(path);
    assert.match(html, /attachments\/1"[^>]*>hours\.csv<\/a>/);
    assert.match(html, /16 B/);
    const sent = await pages.as('viewer').raw(`${path}/attachments/1`);
    assert.equal(await sent.text(), 'Tag;Stunden\n1;8\n');
    assert.match(sent.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(sent.headers.get('content-disposition') ?? '', /attachment.*hours\.csv/);
    for (const other of ['0', '2', 'x', '1.5'])
      assert.equal((await eva.get(`${path}/attachments/${other}`)).status, 404, other);
    const foreign = path.replace(pages.service.entities.de, pages.service.entities.mx);
    assert.equal((await eva.get(`${foreign}/attachments/1`)).status, 404);
  } finally {
    await pages.close();
  }
});
