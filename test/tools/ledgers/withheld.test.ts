// What customers withhold: subtotal and tax less it are the total, in every row of a list and of a file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../support.ts';
import { cellsOf } from './support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00.000Z'));
});
after(() => service.close());

test('a Mexican row with a retention adds up, in the list and in the file', async () => {
  const client = service.client(service.keys.mx);
  const counterparty_id = await addMexicanCustomer(service, 'Papelería Robles');
  const withholdings = [
    { tax: 'ISR', rate: 10 },
    { tax: 'IVA', rate: 10.6667 },
  ];
  await callLoosely(service, 'mx', 'create_invoice', {
    counterparty_id,
    line_items: [
      { description: 'Honorarios', unit_price: 10_000, country_details: { tax_rate: 16, withholdings } },
    ],
  });
  await client.create_invoice({ counterparty_id, line_items: [{ description: 'Libreta', unit_price: 10 }] });
  const { data } = await client.search_invoices({});
  assert.deepEqual(
    data.map(({ subtotal, tax_total, withheld_total, total }) => [
      subtotal,
      tax_total,
      withheld_total,
      total,
    ]),
    [
      [10, 1.6, 0, 11.6],
      [10_000, 1600, 2066.67, 9533.33],
    ],
  );
  const rows = cellsOf((await client.export_invoices({})).csv);
  assert.deepEqual(
    rows.map((row) => [row['subtotal'], row['tax_total'], row['withheld_total'], row['total']]),
    [
      ['10000.00', '1600.00', '2066.67', '9533.33'],
      ['10.00', '1.60', '0.00', '11.60'],
    ],
  );
});

test('a German row has no such field, and its file a column of zeros', async () => {
  const client = service.client(service.keys.de);
  const counterparty_id = await addGermanCustomer(service, 'Nordwind GmbH');
  await client.create_invoice({
    counterparty_id,
    country_details: { buyer_reference: 'PO-1' },
    line_items: [{ description: 'Wartung', unit_price: 10 }],
  });
  const { data } = await client.search_invoices({});
  assert.deepEqual([data.length, data.some((row) => 'withheld_total' in row)], [1, false]);
  const [row] = cellsOf((await client.export_invoices({})).csv);
  assert.deepEqual([row?.['total'], row?.['withheld_total'], row?.['payment_status']], ['11.90', '0.00', '']);
});
