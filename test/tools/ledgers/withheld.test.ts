// What customers withhold: subtotal and tax less it are the total, in every row of a list and of a file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../support.ts';
import { adminOn } from '../../admin/support.ts';
import { addInvoice } from '../../support/documents.ts';
import { cellsOf } from './support.ts';

const NOW = new Date('2026-03-10T18:00:00.000Z');

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
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

test('what an invoice retains is withheld with each payment, its share, and goes with it', async () => {
  const client = service.client(service.keys.mx);
  const { withheld: none } = await client.get_payment_summary({});
  assert.deepEqual(none, []);
  const counterparty_id = await addMexicanCustomer(service, 'Fletes del Sur');
  // Beside it one that retains nothing, and one so large that its product with a payment leaves 64 bits.
  const retained = { counterparty_id, currency: 'MXN', issue_date: '2026-01-02' } as const;
  const invoice_id = await addInvoice(service.database, service.entities.mx, {
    ...retained,
    total: '9533.33',
  });
  const plain = await addInvoice(service.database, service.entities.mx, { ...retained, total: '100.00' });
  const large = await addInvoice(service.database, service.entities.mx, {
    ...retained,
    total: '90000000000.00',
  });
  const withhold = (id: string, withheld_minor: number) =>
    service.database.kysely.updateTable('invoice').set({ withheld_minor }).where('id', '=', id).execute();
  await withhold(invoice_id, 206_667);
  await withhold(large, 1_000_000_000_000);
  const paid: string[] = [];
  for (const [id, amount, payment_date] of [
    [invoice_id, 3000, '2026-01-31'],
    [invoice_id, 3000, '2026-02-01'],
    [invoice_id, 3533.33, '2026-02-20'],
    [plain, 100, '2026-02-20'],
    [large, 90_000_000_000, '2026-03-01'],
  ] as const) {
    const { id: payment } = await client.record_invoice_payment({
      invoice_id: id,
      amount,
      payment_date,
      payment_method: 'wire_transfer',
    });
    paid.push(payment);
  }
  const found = async () =>
    (await client.get_payment_summary({})).withheld.map(({ month, amount }) => [month, amount]);
  // 206,667 times 300,000 of 953,333, and the rest.
  assert.deepEqual(await found(), [
    ['2026-01', 650.35],
    ['2026-02', 1416.32],
    ['2026-03', 10_000_000_000],
  ]);
  const admin = adminOn(service.databaseUrl, NOW);
  const by = 'ana@example.org';
  await admin.json('member', 'add', '--org', service.organisation_id, '--email', by, '--name', 'Ana');
  await admin.json('payment', 'reverse', paid[0] ?? '', '--by', by, '--reason', 'Returned');
  assert.deepEqual(await found(), [
    ['2026-02', 1416.32],
    ['2026-03', 10_000_000_000],
  ]);
});
