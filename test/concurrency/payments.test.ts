// Payments that meet: each document is paid once and never beyond its balance, whoever comes first.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decideBill } from '../../src/domain/documents/bills/decide.ts';
import { creditInvoice } from '../support/credit.ts';
import { addBill, addParties, figuresOf, fileInvoice, type Parties } from './books.ts';
import { race, type Rivals, startRivals, times } from './rivals.ts';
import { dose } from '../support/dose.ts';

let rivals: Rivals;
let parties: Parties;
before(async () => {
  rivals = await startRivals();
  parties = await addParties(rivals);
});
after(() => rivals.close());

const CALLS = 64;

const trailOf = async (action: string): Promise<number> => {
  const { n } = await rivals.service.database.kysely
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return n;
};

describe(`${CALLS} payments at once`, () => {
  test('without an amount pay an invoice once', async () => {
    const invoice_id = await fileInvoice(rivals, parties, 1160);
    const before = await trailOf('record_invoice_payment');
    const { done, refused } = await race(
      times(CALLS, (index) => rivals.client(index).record_invoice_payment({ invoice_id })),
    );
    assert.deepEqual(
      done.map(({ amount }) => amount),
      [1160],
    );
    assert.deepEqual(refused, { invoice_already_paid: CALLS - 1 });
    const { balance_minor, paid_minor, open, payments } = await figuresOf(rivals, 'invoice', invoice_id);
    assert.deepEqual([balance_minor, paid_minor, open, payments], [0, 116_000, false, 1]);
    assert.equal((await trailOf('record_invoice_payment')) - before, 1);
  });

  test('without an amount pay a bill once', async () => {
    const bill_id = await addBill(rivals, parties, 580.01);
    const { done, refused } = await race(
      times(CALLS, (index) => rivals.client(index).record_bill_payment({ bill_id })),
    );
    assert.deepEqual(
      done.map(({ amount }) => amount),
      [580.01],
    );
    assert.deepEqual(refused, { bill_already_paid: CALLS - 1 });
    const { balance_minor, payments } = await figuresOf(rivals, 'bill', bill_id);
    assert.deepEqual([balance_minor, payments], [0, 1]);
  });

  test('of a part each never exceed the total', async () => {
    const invoice_id = await fileInvoice(rivals, parties, 1000);
    const { done, refused } = await race(
      times(CALLS, (index) =>
        rivals.client(index).record_invoice_payment({ invoice_id, amount: 30 + (index % 7) * 10.01 }),
      ),
    );
    const figures = await figuresOf(rivals, 'invoice', invoice_id);
    assert.equal(figures.payments, done.length);
    const paid = done.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    assert.deepEqual([figures.paid_minor, figures.balance_minor], [paid, 100_000 - paid]);
    assert.ok(paid <= 100_000 && paid > 100_000 - 3_000, `${paid} of 100000 are paid`);
    const expected = ['invoice_already_paid', 'payment_exceeds_balance'];
    assert.deepEqual(
      Object.keys(refused).filter((code) => !expected.includes(code)),
      [],
    );
    const after = done.map(({ allocations }) => allocations[0]?.balance_due_after);
    assert.equal(new Set(after).size, done.length, 'each left another balance');
  });

  test('with one idempotency key are one payment, told to all', async () => {
    const invoice_id = await fileInvoice(rivals, parties, 500);
    const options = { idempotencyKey: 'race-1' };
    const { done, refused } = await race(
      times(CALLS, (index) =>
        rivals.client(index).call('record_invoice_payment', { invoice_id, amount: 100 }, options),
      ),
    );
    assert.deepEqual(refused, {});
    assert.equal(new Set(done.map(({ id }) => id)).size, 1);
    assert.equal(done.filter(({ idempotent_replay }) => !idempotent_replay).length, 1);
    assert.equal((await figuresOf(rivals, 'invoice', invoice_id)).paid_minor, 10_000);
  });
});

const ROUNDS = dose(2);

describe('payments against other changes', () => {
  test('a credit note of the whole: the money is kept, and nothing is due', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice_id = await fileInvoice(rivals, parties, 1000);
      const pay = times(4, (index) =>
        rivals.client(index).record_invoice_payment({ invoice_id, amount: 400 }),
      );
      const credit = () => rivals.admin('invoice credit', (ctx) => creditInvoice(ctx, invoice_id, undefined));
      const { done, refused } = await race<unknown>(round % 2 === 0 ? [...pay, credit] : [credit, ...pay]);
      const figures = await figuresOf(rivals, 'invoice', invoice_id);
      assert.deepEqual([figures.status, figures.balance_minor, figures.paid_minor], ['reversed', 0, 0]);
      assert.equal(figures.credited_minor, 100_000);
      // The credit note is always carried out, so all others that were done are payments.
      assert.equal(figures.received, (done.length - 1) * 40_000);
      assert.equal(figures.free, figures.received);
      const expected = ['invoice_not_payable', 'payment_exceeds_balance'];
      assert.deepEqual(
        Object.keys(refused).filter((code) => !expected.includes(code)),
        [],
      );
    }
  });

  test('a credit note of a part: both count', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const invoice_id = await fileInvoice(rivals, parties, 1000);
      const pay = times(3, (index) => rivals.client(index).record_invoice_payment({ invoice_id }));
      const credit = () => rivals.admin('invoice credit', (ctx) => creditInvoice(ctx, invoice_id, 250));
      const { done } = await race<unknown>([...pay, credit]);
      const figures = await figuresOf(rivals, 'invoice', invoice_id);
      assert.equal(done.length, 2, 'one payment and the credit note');
      assert.deepEqual(
        [figures.paid_minor, figures.credited_minor, figures.balance_minor],
        [75_000, 25_000, 0],
      );
    }
  });

  test('the reversal of a bill: a payment that came first stays, unallocated', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bill_id = await addBill(rivals, parties, 1000);
      const pay = times(3, (index) => rivals.client(index).record_bill_payment({ bill_id, amount: 300 }));
      const reverse = () => rivals.admin('bill reverse', (ctx) => decideBill(ctx, bill_id, 'reverse'));
      const { done, refused } = await race<unknown>(round % 2 === 0 ? [...pay, reverse] : [reverse, ...pay]);
      const figures = await figuresOf(rivals, 'bill', bill_id);
      assert.deepEqual([figures.status, figures.balance_minor, figures.paid_minor], ['reversed', 0, 0]);
      assert.deepEqual(
        Object.keys(refused).filter((code) => code !== 'bill_not_payable'),
        [],
      );
      assert.equal(figures.free, (done.length - 1) * 30_000);
    }
  });

  test('the rejection of a bill: one of the two is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const bill_id = await addBill(rivals, parties, 1000);
      const pay = () => rivals.client(round).record_bill_payment({ bill_id, amount: 300 });
      const reject = () => rivals.admin('bill reject', (ctx) => decideBill(ctx, bill_id, 'reject'));
      const { done, refused } = await race<unknown>(round % 2 === 0 ? [pay, reject] : [reject, pay]);
      assert.equal(done.length, 1);
      const figures = await figuresOf(rivals, 'bill', bill_id);
      const expected = refused['bill_has_payments'] === 1 ? ['received', 30_000, 70_000] : ['rejected', 0, 0];
      assert.deepEqual([figures.status, figures.paid_minor, figures.balance_minor], expected);
    }
  });
});
