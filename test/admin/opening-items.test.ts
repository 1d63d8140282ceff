// Invoices and bills of an earlier system: what they become, and what the books say of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  BILL,
  DONE,
  importing,
  INVOICE,
  ledger,
  reasons,
  service,
  theBill,
  theInvoice,
  usingOpeningItemsBooks,
} from './opening-items-books.ts';

usingOpeningItemsBooks();

describe('an opening item', () => {
  test('is a filed invoice of one line, with its number, UUID and what is left of it', async () => {
    assert.deepEqual(await importing('invoices', [INVOICE]), { ...DONE, imported: 1 });
    const invoice = await theInvoice();
    const { status, internal_status, display_status, payment_status, folio, filing } = invoice;
    assert.deepEqual(
      [status, internal_status, display_status, payment_status, folio],
      ['filed', 'filed', 'overdue', 'partially_paid', 'A-12'],
    );
    assert.deepEqual([filing.status, filing.uuid], ['filed', INVOICE.uuid]);
    assert.deepEqual(
      [invoice.subtotal, invoice.tax_total, invoice.total, invoice.amount_paid, invoice.balance_due],
      [116, 0, 116, 100, 16],
    );
    assert.deepEqual(
      [invoice.issue_date, invoice.due_date, invoice.payment_terms_days],
      ['2026-01-15', '2026-02-14', 30],
    );
    assert.deepEqual(
      invoice.line_items.map(({ description, quantity, unit_price, total }) => [
        description,
        quantity,
        unit_price,
        total,
      ]),
      [['Opening item 12', 1, 116, 116]],
    );
    assert.deepEqual(await ledger(), [
      ['ar', 'invoice', '2026-01-15', 11_600, 0, 'A-12'],
      ['ar', 'invoice_payment', '2026-01-15', 0, 10_000, 'A-12'],
    ]);
  });

  test('is a received bill, in Mexico with its deductibility', async () => {
    await importing('bills', [BILL]);
    const bill = await theBill();
    assert.deepEqual(
      [bill.status, bill.payment_status, bill.deductibility, bill.uuid, bill.due_date],
      ['received', 'partially_paid', 'pending_review', BILL.uuid, '2026-02-14'],
    );
    assert.deepEqual([bill.total, bill.amount_paid, bill.balance_due], [58, 40, 18]);
    assert.deepEqual(await ledger(), [
      ['ap', 'bill', '2026-01-15', 0, 5_800, 'F-8841'],
      ['ap', 'bill_payment', '2026-01-15', 4_000, 0, 'F-8841'],
    ]);
  });

  test('of Germany has the fields of Germany', async () => {
    const country_details = { buyer_reference: 'PO-9' };
    await importing('invoices', [{ ...INVOICE, country_details }], 'de');
    const invoice = await theInvoice('de');
    assert.equal(invoice.country_details.buyer_reference, 'PO-9');
    assert.deepEqual([invoice.currency, invoice.total, invoice.balance_due], ['EUR', 116, 16]);
    await importing('bills', [{ ...BILL, title: 'Toner', status: 'validated' }], 'de');
    const bill = await theBill('de');
    assert.equal('deductibility' in bill, false);
    assert.deepEqual([bill.validation.status, bill.line_items[0]?.description], ['valid', 'Toner']);
  });

  test('is found by its number, UUID and external id', async () => {
    await importing('invoices', [INVOICE]);
    await importing('bills', [BILL]);
    const client = service.client(service.keys.mx);
    for (const query of ['A-12', INVOICE.uuid, 'i1']) {
      const { data } = await client.search({ query, types: ['invoices'] });
      assert.deepEqual([data[0]?.sublabel, data[0]?.status], ['A-12', 'overdue'], query);
    }
    for (const query of ['8841', BILL.uuid, 'b1']) {
      const { data } = await client.search({ query, types: ['bills'] });
      assert.deepEqual([data[0]?.sublabel, data[0]?.status], ['F-8841', 'received'], query);
    }
  });

  test('takes a payment of what is left, and no more', async () => {
    await importing('invoices', [INVOICE]);
    const client = service.client(service.keys.mx);
    const { id } = await theInvoice();
    await assert.rejects(client.record_invoice_payment({ invoice_id: id, amount: 17 }), {
      code: 'payment_exceeds_balance',
    });
    await client.record_invoice_payment({ invoice_id: id });
    const { payment_status, amount_paid, balance_due, payments } = await theInvoice();
    assert.deepEqual([payment_status, amount_paid, balance_due, payments.length], ['paid', 116, 0, 1]);
  });

  test('in a foreign currency has the rate of its day, where there is one', async () => {
    await importing('invoices', [
      { ...INVOICE, currency: 'USD' },
      { ...INVOICE, currency: 'CHF', external_id: 'i2', number: '13' },
    ]);
    const { data } = await service.client(service.keys.mx).search_invoices({});
    const rates = [];
    for (const { id } of data.toReversed()) {
      const { currency, exchange_rate } = await service
        .client(service.keys.mx)
        .get_invoice({ invoice_id: id });
      rates.push([currency, exchange_rate !== null]);
    }
    assert.deepEqual(rates, [
      ['USD', true],
      ['CHF', false],
    ]);
  });
});

describe('lines', () => {
  test('are kept as they are, with the tax of their country', async () => {
    const line_items = [
      { description: 'Diseño', quantity: 2, unit_price: 40 },
      { description: 'Hosting', unit_price: 20, country_details: { sat_product_code: '81112106' } },
    ];
    await importing('invoices', [{ ...INVOICE, line_items }]);
    const { subtotal, tax_total, total, line_items: lines } = await theInvoice();
    assert.deepEqual([subtotal, tax_total, total], [100, 16, 116]);
    assert.deepEqual(
      lines.map((line) => [line.description, line.subtotal, line.country_details.sat_product_code]),
      [
        ['Diseño', 80, '80101501'],
        ['Hosting', 20, '81112106'],
      ],
    );
  });

  test('retain only what the row says, and nothing of them is derived', async () => {
    const country_details = { sat_product_code: '78101802' };
    const line_items = [{ description: 'Flete', unit_price: 100, country_details }];
    await importing('invoices', [{ ...INVOICE, line_items }]);
    const { withheld_total, total, derived } = await theInvoice();
    assert.deepEqual([withheld_total, total, derived], [0, 116, []]);
    const retained = [{ tax: 'IVA', rate: 4 }];
    const line = { ...line_items[0], country_details: { ...country_details, withholdings: retained } };
    assert.deepEqual(await reasons('invoices', [{ ...INVOICE, line_items: [line] }]), [
      'the lines sum to 112 with tax, but total is 116',
    ]);
  });

  test('of bills bring their tax along', async () => {
    const line_items = [{ description: 'Flete', unit_price: 50, tax_amount: 8 }];
    await importing('bills', [{ ...BILL, line_items }]);
    const { subtotal, tax_total, total } = await theBill();
    assert.deepEqual([subtotal, tax_total, total], [50, 8, 58]);
  });

  test('must sum to the total', async () => {
    const line_items = [{ description: 'Diseño', unit_price: 100 }];
    assert.deepEqual(await reasons('invoices', [{ ...INVOICE, total: 100, balance_due: 0, line_items }]), [
      'the lines sum to 116 with tax, but total is 100',
    ]);
    assert.deepEqual(await reasons('bills', [{ ...BILL, line_items }]), [
      'the lines sum to 100 with tax, but total is 58',
    ]);
  });
});

describe('states', () => {
  test('a draft is a draft like any other: no number, nothing in the ledger, its tax split off', async () => {
    const { number: _number, series: _series, uuid: _uuid, balance_due: _balance, ...row } = INVOICE;
    await importing('invoices', [{ ...row, status: 'draft' }]);
    const { status, internal_status, folio, subtotal, tax_total, total, filing } = await theInvoice();
    assert.deepEqual([status, internal_status, folio], ['draft', 'compliance_draft', null]);
    assert.deepEqual([subtotal, tax_total, total, filing.status], [100, 16, 116, 'not_submitted']);
    assert.deepEqual(await ledger(), []);
  });

  test('the number of a draft is left out, with a warning', async () => {
    const { warnings } = await importing('invoices', [{ ...INVOICE, balance_due: 116, status: 'draft' }]);
    assert.match(warnings[0].message, /a draft gets series, number and uuid when it is filed/);
    assert.equal((await theInvoice()).folio, null);
  });

  test('void and reversed invoices owe nothing on any day', async () => {
    const { balance_due: _balance, ...row } = INVOICE;
    await importing('invoices', [{ ...row, status: 'void' }]);
    const gone = await theInvoice();
    assert.deepEqual([gone.display_status, gone.balance_due, gone.filing.status], ['void', 0, 'cancelled']);
    assert.deepEqual(await ledger(), [
      ['ar', 'invoice', '2026-01-15', 11_600, 0, 'A-12'],
      ['ar', 'reversal', '2026-01-15', 0, 11_600, 'A-12'],
    ]);
    await importing('invoices', [{ ...row, status: 'reversed' }], 'mx', '--update');
    const reversed = await theInvoice();
    assert.deepEqual(
      [reversed.display_status, reversed.amount_credited, reversed.balance_due],
      ['reversed', 116, 0],
    );
    assert.equal((await ledger()).length, 2);
  });

  test('rejected and reversed bills owe nothing, inbox bills not yet', async () => {
    const { balance_due: _balance, ...row } = BILL;
    await importing('bills', [
      { ...row, status: 'rejected' },
      { ...row, status: 'reversed', external_id: 'b2' },
      { ...row, status: 'inbox', external_id: 'b3', bill_number: '2', uuid: undefined },
    ]);
    const { data } = await service.client(service.keys.mx).search_bills({});
    assert.deepEqual(
      data.map(({ status, balance_due }) => [status, balance_due]),
      [
        ['inbox', 58],
        ['reversed', 0],
        ['rejected', 0],
      ],
    );
    assert.equal((await ledger()).length, 4);
    const unpaid = await service.client(service.keys.mx).search_bills({ payment_status: 'unpaid' });
    assert.deepEqual(unpaid.data, []);
  });
});
