// duplicate_invoice: the content of an invoice once more, as a draft of today.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addMexicanCustomer, changingNothing, declared, refused } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await addMexicanCustomer(service, 'Café Luna');
});
after(() => service.close());

const client = () => service.client(service.keys.mx);

test('the copy says what the original says, with its own id, day and number', async () => {
  service.setNow(new Date('2026-10-05T18:00:00Z'));
  const original = await client().create_invoice({
    counterparty_name: 'Café Luna',
    title: 'Igualas',
    notes: 'Gracias',
    line_items: [{ description: 'Consultoría', quantity: 3, unit_price: 33.33 }],
  });
  service.setNow(new Date('2026-11-05T18:00:00Z'));
  const copy = await client().duplicate_invoice({ invoice_id: original.id });
  assert.notEqual(copy.id, original.id);
  assert.deepEqual([copy.status, copy.folio, copy.issue_date], ['draft', null, '2026-11-05']);
  const content = ({ title, notes, line_items, total, counterparty }: typeof copy) => ({
    title,
    notes,
    total,
    counterparty,
    line_items: line_items.map(({ id: _id, ...line }) => line),
  });
  assert.deepEqual(content(copy), content(original));
  const kept = await client().get_invoice({ invoice_id: original.id });
  assert.deepEqual([kept.issue_date, kept.updated_at], [original.issue_date, original.updated_at]);
});

test(declared('duplicate_invoice', 'invoice_not_found', 'of another company, or of nobody'), async () => {
  const { data } = await client().search_invoices({});
  for (const invoice_id of [data[0]?.id ?? '', newId('InvoiceId')]) {
    const told = await changingNothing(service.database, () =>
      refused(service, 'de', 'duplicate_invoice', { invoice_id }),
    );
    assert.deepEqual([told['code'], told['path']], ['invoice_not_found', 'invoice_id']);
  }
});
