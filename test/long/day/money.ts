// Tasks about bills and payments.
import assert from 'node:assert/strict';
import type { Answer, Task } from './agent.ts';

export const MONEY: readonly Task[] = [
  {
    name: 'enter a bill and pay a part of it',
    within: 2,
    work: async ({ call, books, mx: entity_id }) => {
      const bill = await call('create_bill', {
        entity_id,
        counterparty_name: 'Empaques Monte Frio',
        bill_number: 'EMF-2300',
        line_items: [{ description: 'Cajas', unit_price: 1000, tax_amount: 160 }],
      });
      const paid = await call('record_bill_payment', { entity_id, bill_id: bill['id'], amount: 500 });
      assert.equal(paid['allocations'][0].balance_due_after, 660);
      const now = await books('get_bill', { entity_id, bill_id: bill['id'] });
      assert.deepEqual([now['payment_status'], now['balance_due']], ['partially_paid', 660]);
    },
  },
  {
    name: 'notice that a bill is entered already',
    within: 1,
    work: async ({ books, mistake, de: entity_id }) => {
      const error = await mistake('create_bill', {
        entity_id,
        counterparty_name: 'Petersen Steuerberatung',
        bill_number: 'PS 1904',
        line_items: [{ description: 'Beratung', unit_price: 720, tax_amount: 136.8 }],
      });
      const id = /bill_[0-9a-z]{26}/u.exec(JSON.stringify(error))?.[0];
      const bill = await books('get_bill', { entity_id, bill_id: id });
      assert.equal(bill['bill_number'], 'PS 1904');
    },
  },
  {
    name: 'enter a bill with a date as people write it',
    within: 2,
    work: async ({ call, mistake, de: entity_id }) => {
      const wanted = {
        entity_id,
        counterparty_name: 'Nordwind Energie',
        bill_number: 'NW-2',
        line_items: [{ description: 'Strom', unit_price: 100, tax_amount: 19 }],
      };
      const error = await mistake('create_bill', { ...wanted, issue_date: '21.11.2026' });
      assert.equal(error['path'], 'issue_date');
      const bill = await call('create_bill', { ...wanted, issue_date: '2026-11-21' });
      assert.equal(bill['issue_date'], '2026-11-21');
    },
  },
  {
    name: 'a bill from somebody who is only a customer',
    within: 2,
    work: async ({ call, mistake, mx: entity_id }) => {
      const bill = {
        entity_id,
        bill_number: 'CLP 9',
        line_items: [{ description: 'Renta de salón', unit_price: 800, tax_amount: 128 }],
      };
      const found = await mistake('create_bill', { ...bill, counterparty_name: 'Colegio Lomas del Parque' });
      assert.equal(found['name'], 'COLEGIO LOMAS DEL PARQUE');
      // That it becomes a supplier is for a person to decide, so one is asked.
      const task = await call('create_task', {
        entity_id,
        title: 'Make Colegio Lomas a supplier: bill CLP 9 waits',
        taskable_type: 'Counterparty',
        taskable_id: found['counterparty_id'],
      });
      assert.equal(task['status'], 'pending');
    },
  },
  {
    name: 'a customer in dollars pays',
    within: 2,
    work: async ({ call, books, mx: entity_id }) => {
      const { data } = await call('search_invoices', { entity_id, query: 'Blue Harbor', open_only: true });
      const open = (data as Answer[]).find(({ status }) => status === 'filed');
      await call('record_invoice_payment', {
        entity_id,
        invoice_id: open?.['id'],
        amount: 20_000,
        currency: 'MXN',
        payment_date: '2026-11-20',
      });
      const now = await books('get_invoice', { entity_id, invoice_id: open?.['id'] });
      assert.ok(now['balance_due'] < 4824 && now['balance_due'] > 3000, String(now['balance_due']));
    },
  },
  {
    name: 'a customer pays more than is owed',
    within: 3,
    work: async ({ call, mistake, de: entity_id }) => {
      const { data } = await call('search_invoices', { entity_id, query: 'R-1080' });
      const [{ id, balance_due } = {}] = data as Answer[];
      const payment = { entity_id, invoice_id: id };
      const error = await mistake('record_invoice_payment', { ...payment, amount: balance_due + 10 });
      assert.ok(JSON.stringify(error).includes(String(balance_due)));
      const paid = await call('record_invoice_payment', { ...payment, amount: balance_due });
      assert.equal(paid['amount'], balance_due);
    },
  },
  {
    name: 'what has to be paid next week',
    within: 2,
    work: async ({ call, mx: entity_id }) => {
      const { data } = await call('search_bills', {
        entity_id,
        payment_status: 'unpaid',
        due_from: '2026-11-23',
        due_to: '2026-12-04',
      });
      const [first] = data as Answer[];
      const task = await call('create_task', {
        entity_id,
        title: `Pay ${first?.['bill_number']}`,
        due_at: first?.['due_date'],
        assigned_to_email: 'bookkeeper@demo-accounting.example',
        taskable_type: 'Bill',
        taskable_id: first?.['id'],
      });
      assert.equal(task['assignee'].email, 'bookkeeper@demo-accounting.example');
    },
  },
  {
    name: 'an empty amount does not pay everything',
    within: 3,
    work: async ({ call, mistake, mx: entity_id }) => {
      const { data } = await call('search_bills', { entity_id, query: 'SE 412' });
      const [bill] = data as Answer[];
      await mistake('record_bill_payment', { entity_id, bill_id: bill?.['id'], amount: '' });
      const paid = await call('record_bill_payment', {
        entity_id,
        bill_id: bill?.['id'],
        amount: bill?.['balance_due'],
      });
      assert.equal(paid['amount'], 6032);
    },
  },
];
