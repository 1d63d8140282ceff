// The summary: what is open per currency and age, what is longest overdue, what was paid lately.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { refusals } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-31T18:00:00Z'));
});
after(() => service.close());

const NOTHING = { receivable: [], payable: [], withheld: [], overdue_items: [], recent_payments: [] };

test('empty books are summarised as such', async () => {
  const { entity: _entity, ...summary } = await service.client(service.keys.de).get_payment_summary({});
  assert.deepEqual(summary, { object: 'payment_summary', as_of: '2026-03-31', ...NOTHING });
});

describe('with documents of every age', () => {
  let customer: string;
  before(async () => {
    const { database, entities } = service;
    customer = await addParty(database, entities.mx, 'Café Luna');
    const invoice = (due_date: string, total: string, more: object = {}) =>
      addInvoice(database, entities.mx, {
        counterparty_id: customer,
        due_date,
        total,
        issue_date: '2025-11-01',
        ...more,
      });
    // Month ends on either side of each bucket; today is 2026-03-31.
    await invoice('2026-03-31', '1.00');
    await invoice('2026-04-30', '2.00');
    await invoice('2026-03-30', '10.00', { number: 'due-yesterday' });
    await invoice('2026-03-01', '20.00');
    await invoice('2026-02-28', '100.00');
    await invoice('2026-01-30', '200.00');
    await invoice('2026-01-29', '1000.00');
    await invoice('2025-12-31', '2000.00');
    await invoice('2025-12-30', '40000.00', { number: 'oldest' });
    await invoice('2025-12-01', '7.50', { currency: 'USD', status: 'draft' });
    await invoice('2025-12-01', '7.50', { currency: 'USD', status: 'void' });
    await invoice('2025-12-01', '7.50', { currency: 'USD', status: 'reversed' });
    await invoice('2026-05-01', '500', { currency: 'JPY' });
    await addBill(database, entities.mx, {
      counterparty_id: customer,
      total: '80.00',
      due_date: '2026-03-01',
    });
    await addBill(database, entities.mx, { counterparty_id: customer, total: '9.00', status: 'inbox' });
    await addBill(database, entities.mx, { counterparty_id: customer, total: '9.00', status: 'rejected' });
    // Another company's books do not count.
    const other = await addParty(database, entities.de);
    await addInvoice(database, entities.de, { counterparty_id: other, total: '5.00', currency: 'EUR' });
  });

  test('one row a currency, aged by days past due', async () => {
    const { receivable, payable, as_of } = await service.client(service.keys.mx).get_payment_summary({});
    assert.equal(as_of, '2026-03-31');
    assert.deepEqual(receivable, [
      {
        currency: 'JPY',
        open: 500,
        credit: 0,
        net: 500,
        outstanding: 500,
        overdue: 0,
        count: 1,
        overdue_count: 0,
        aging: { current: 500, d1_30: 0, d31_60: 0, d61_90: 0, d90_plus: 0 },
      },
      {
        currency: 'MXN',
        open: 43_333,
        credit: 0,
        net: 43_333,
        outstanding: 43_333,
        overdue: 43_330,
        count: 9,
        overdue_count: 7,
        aging: { current: 3, d1_30: 30, d31_60: 300, d61_90: 3000, d90_plus: 40_000 },
      },
    ]);
    assert.deepEqual(payable, [
      {
        currency: 'MXN',
        open: 80,
        credit: 0,
        net: 80,
        outstanding: 80,
        overdue: 80,
        count: 1,
        overdue_count: 1,
        aging: { current: 0, d1_30: 80, d31_60: 0, d61_90: 0, d90_plus: 0 },
      },
    ]);
  });

  test('the longest overdue come first, bills among them, ten at most', async () => {
    const { overdue_items } = await service.client(service.keys.mx).get_payment_summary({});
    assert.deepEqual(
      overdue_items.map(({ due_date, days_overdue, record_type }) => [due_date, days_overdue, record_type]),
      [
        ['2025-12-30', 91, 'invoice'],
        ['2025-12-31', 90, 'invoice'],
        ['2026-01-29', 61, 'invoice'],
        ['2026-01-30', 60, 'invoice'],
        ['2026-02-28', 31, 'invoice'],
        ['2026-03-01', 30, 'bill'],
        ['2026-03-01', 30, 'invoice'],
        ['2026-03-30', 1, 'invoice'],
      ],
    );
    const { record_id: _id, ...first } = overdue_items[0] ?? assert.fail('nothing is overdue');
    assert.deepEqual(first, {
      record_type: 'invoice',
      number: 'A-oldest',
      counterparty_id: customer,
      counterparty_name: 'Café Luna',
      due_date: '2025-12-30',
      days_overdue: 91,
      balance_due: 40_000,
      currency: 'MXN',
    });
    for (let more = 0; more < 4; more += 1) {
      await addInvoice(service.database, service.entities.mx, {
        counterparty_id: customer,
        total: '1.00',
        currency: 'USD',
        due_date: '2025-06-30',
      });
    }
    const { overdue_items: ten } = await service.client(service.keys.mx).get_payment_summary({});
    assert.equal(ten.length, 10);
    assert.equal(ten[3]?.due_date, '2025-06-30');
  });

  test('payments count at once, the latest ten are named', async () => {
    const client = service.client(service.keys.mx);
    const invoice_id = await addInvoice(service.database, service.entities.mx, {
      counterparty_id: customer,
      total: '100.00',
      currency: 'GBP',
      due_date: '2026-03-01',
    });
    const days = ['2026-03-05', '2026-02-28', '2026-03-31', '2026-03-31'];
    const paid: string[] = [];
    for (const payment_date of days) {
      paid.push((await client.record_invoice_payment({ invoice_id, amount: 10, payment_date })).id);
    }
    const bill_id = await addBill(service.database, service.entities.mx, {
      counterparty_id: customer,
      total: '64.00',
      number: '8841',
    });
    paid.push(
      (await client.record_bill_payment({ bill_id, paid_on: '2026-03-30', payment_method: 'check' })).id,
    );
    const { receivable, recent_payments } = await client.get_payment_summary({});
    const pounds = receivable.find(({ currency }) => currency === 'GBP');
    assert.deepEqual([pounds?.outstanding, pounds?.overdue, pounds?.overdue_count], [60, 60, 1]);
    assert.deepEqual(
      recent_payments.map(({ id }) => id),
      [paid[3], paid[2], paid[4], paid[0], paid[1]],
    );
    assert.deepEqual(recent_payments[2], {
      object: 'bill_payment',
      id: paid[4],
      payment_id: paid[4],
      date: '2026-03-30',
      amount: 64,
      currency: 'MXN',
      payment_method: 'check',
      counterparty_id: customer,
      counterparty_name: 'Café Luna',
      documents: [{ record_type: 'bill', record_id: bill_id, number: 'A-8841' }],
      document_count: 1,
    });
    for (let more = 0; more < 6; more += 1)
      await client.record_invoice_payment({ invoice_id, amount: 10 - more });
    assert.equal((await client.get_payment_summary({})).recent_payments.length, 10);
  });

  test('a day later, by the clock of the company, what was due today is overdue', async () => {
    service.setNow(new Date('2026-04-01T05:59:00Z'));
    assert.equal((await service.client(service.keys.mx).get_payment_summary({})).as_of, '2026-03-31');
    service.setNow(new Date('2026-04-01T06:00:00Z'));
    const { as_of, receivable } = await service.client(service.keys.mx).get_payment_summary({});
    const pesos = receivable.find(({ currency }) => currency === 'MXN');
    assert.deepEqual([as_of, pesos?.aging.current, pesos?.aging.d1_30], ['2026-04-01', 2, 11]);
    service.setNow(new Date('2026-03-31T18:00:00Z'));
  });
});

refusals(() => service, 'get_payment_summary', [
  {
    title: 'a day: it is always of today',
    args: { date: '2026-06-30' },
    error: {
      code: 'unknown_parameter',
      path: 'date',
      suggestion: 'nothing here takes it',
      allowed: ['entity_id'],
    },
  },
]);
