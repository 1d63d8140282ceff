// payment reverse, list and show: what is taken back counts nowhere, and stays readable.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { BankTransactionId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { changingNothing } from '../tools/support.ts';
import {
  admin,
  bill,
  BY,
  client,
  credited,
  entity,
  invoice,
  ledgerOf,
  service,
  usingSettledBooks,
} from './settled-books.ts';

usingSettledBooks();

const reverse = (id: string, ...options: string[]) =>
  admin.json('payment', 'reverse', id, '--reason', 'Cliente equivocado', '--by', BY, ...options);
const refusal = (id: string) =>
  admin.refused('payment', 'reverse', id, '--reason', 'Cliente equivocado', '--by', BY);

const paidInvoice = async (amount?: number, payment_date = '2026-04-01') => {
  const id = await invoice();
  const payment = await client().record_invoice_payment({
    invoice_id: id,
    payment_date,
    ...(amount === undefined ? {} : { amount }),
    reference_number: 'SPEI 4471',
  });
  return { id, payment: payment.id };
};

describe('payment reverse', () => {
  test('the invoice is owed again; the ledger has an entry of today, and the payment stays readable', async () => {
    const { id, payment } = await paidInvoice(400);
    const { warnings: _, ...record } = await reverse(payment);
    assert.deepEqual(
      [record.id, record.status, record.reversed_on, record.reversal_reason, record.amount],
      [payment, 'reversed', '2026-11-21', 'Cliente equivocado', 400],
    );
    assert.deepEqual([record.unallocated_amount, record.unmatched_transaction_id], [0, null]);
    const shown = await client().get_invoice({ invoice_id: id });
    assert.deepEqual(
      [shown.balance_due, shown.amount_paid, shown.payment_status, shown.payments],
      [1000, 0, 'unpaid', []],
    );
    assert.deepEqual(await ledgerOf(id), [
      ['invoice', '2026-03-01', 100_000],
      ['invoice_payment', '2026-04-01', -40_000],
      ['reversal', '2026-11-21', 40_000],
    ]);
    const { status, allocations } = await admin.json('payment', 'show', payment);
    assert.deepEqual([status, allocations[0].record_id, allocations[0].amount], ['reversed', id, 0]);
    const audit = await service.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'action', 'record_type'])
      .where('record_id', '=', payment)
      .where('action', '=', 'payment reverse')
      .execute();
    assert.deepEqual(audit, [
      { actor_type: 'member', action: 'payment reverse', record_type: 'invoice_payment' },
    ]);
  });

  test('lists, summary and search agree', async () => {
    const { id, payment } = await paidInvoice(undefined, '2026-11-20');
    const list = (...options: string[]) =>
      admin.json('payment', 'list', '--entity', entity, '--document', id, ...options);
    const ids = async (...options: string[]) => (await list(...options)).map((row: { id: string }) => row.id);
    assert.deepEqual(await ids('--status', 'recorded'), [payment]);
    await reverse(payment);
    assert.deepEqual(await ids('--status', 'recorded'), []);
    assert.deepEqual(await ids('--status', 'reversed'), [payment]);
    assert.deepEqual(await ids(), [payment]);
    const latest = await admin.json('payment', 'list', '--entity', entity, '--limit', '1');
    assert.deepEqual(
      latest.map((row: { id: string; counterparty_name: string }) => [row.id, row.counterparty_name]),
      [[payment, 'Hoteles Tepozán']],
    );
    const { recent_payments } = await client().get_payment_summary({});
    assert.ok(!recent_payments.some((recent) => recent.id === payment));
    const { data } = await client().search({ query: 'SPEI 4471', types: ['invoice_payments'] });
    assert.equal(data.find((hit) => hit.id === payment)?.status, 'reversed');
    const again = await client().record_invoice_payment({ invoice_id: id, payment_date: '2026-11-20' });
    assert.equal(again.amount, 1000);
  });

  test('a bill, and a payment in another currency', async () => {
    const owed = await bill();
    const paid = await client().record_bill_payment({ bill_id: owed, paid_on: '2026-04-01' });
    await reverse(paid.id);
    assert.equal((await client().get_bill({ bill_id: owed })).balance_due, 1000);
    const dollars = await invoice({ currency: 'USD', total: '100.00' });
    const pesos = await client().record_invoice_payment({
      invoice_id: dollars,
      currency: 'MXN',
      payment_date: '2026-03-31',
    });
    await reverse(pesos.id);
    assert.equal((await client().get_invoice({ invoice_id: dollars })).balance_due, 100);
    assert.deepEqual(
      (await ledgerOf(dollars)).map(([, , amount]) => amount),
      [10_000, -10_000, 10_000],
    );
  });

  test('what is reversed, freed in part, of a closed invoice or unknown is refused', async () => {
    const { payment } = await paidInvoice(400);
    await reverse(payment);
    const freed = await paidInvoice();
    await credited(freed.id, 100);
    const closed = await paidInvoice();
    await credited(closed.id);
    await changingNothing(service.database, async () => {
      const twice = await refusal(payment);
      assert.deepEqual([twice.code, /was reversed on 2026-11-21/.test(twice.message)], ['wrong_state', true]);
      assert.match((await refusal(freed.payment)).message, /freed a part/);
      assert.match((await refusal(closed.payment)).message, /is now reversed/);
      assert.equal((await refusal(newId('InvoicePaymentId'))).code, 'not_found');
      assert.equal((await refusal('invc_01k5m8x2q4e7taw9c6rjv3hn0a')).code, 'usage');
      const stranger = ['--reason', 'x', '--by', 'nobody@example.org'];
      assert.equal((await admin.refused('payment', 'reverse', freed.payment, ...stranger)).code, 'not_found');
    });
  });

  test('of many at once one is done', async () => {
    const { id, payment } = await paidInvoice();
    const codes = await Promise.all(
      Array.from(
        { length: 6 },
        async () =>
          (await admin.run('payment', 'reverse', payment, '--reason', 'x', '--by', BY, '--json')).code,
      ),
    );
    assert.equal(codes.filter((code) => code === 0).length, 1);
    assert.equal((await client().get_invoice({ invoice_id: id })).balance_due, 1000);
  });
});

describe('a bank match', () => {
  const matched = async (linked: boolean) => {
    const account = await addAccount(service, service.entities.mx, { name: `Cuenta ${linked}` });
    const invoice_id = await invoice();
    if (linked) await client().record_invoice_payment({ invoice_id, payment_date: '2026-03-03' });
    const transaction_id = (await addLine(service, service.entities.mx, account, {
      amount_minor: 100_000,
    })) as BankTransactionId;
    const { payment } = await client().confirm_bank_match({
      transaction_id,
      matched_record_id: invoice_id,
      create_payment: !linked,
    });
    return { account, invoice_id, transaction_id, payment: String(payment?.id) };
  };

  const lineOf = async (id: string) => {
    const { data } = await client().search_bank_transactions({ limit: 50 });
    const line = data.find(({ transaction_id }) => transaction_id === id);
    return [line?.match_status, line?.matches.length];
  };

  for (const linked of [false, true]) {
    test(`of a payment that was ${linked ? 'linked' : 'made'} is undone with it`, async () => {
      const { invoice_id, transaction_id, payment } = await matched(linked);
      assert.equal((await reverse(payment)).unmatched_transaction_id, transaction_id);
      assert.deepEqual(await lineOf(transaction_id), ['unmatched', 0]);
      assert.equal((await client().get_invoice({ invoice_id })).balance_due, 1000);
      const link = ['bank', 'match', 'link', transaction_id, '--payment', payment, '--by', BY];
      assert.match((await admin.refused(...link)).message, /is reversed/);
      const again = await client().confirm_bank_match({ transaction_id, matched_record_id: invoice_id });
      assert.equal(again.payment?.amount, 1000);
    });
  }

  test('that is undone reverses the payment that it made', async () => {
    const { transaction_id, payment } = await matched(false);
    await admin.json('bank', 'match', 'undo', transaction_id, '--by', BY);
    const shown = await admin.json('payment', 'show', payment);
    assert.deepEqual([shown.status, shown.reversal_reason], ['reversed', 'Bank match undone']);
  });
});
