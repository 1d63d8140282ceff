// invoice credit: in part, in full, and what becomes of payments.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { ledgerDifferences } from '../support/identities.ts';
import { changingNothing } from '../tools/support.ts';
import { admin, BY, client, entity, invoice, ledgerOf, service } from './settled-books.ts';

const credit = (id: string, ...options: string[]) =>
  admin.json('invoice', 'credit', id, '--by', BY, ...options);
const refusal = async (id: string, ...options: string[]): Promise<string> =>
  (await admin.refused('invoice', 'credit', id, '--by', BY, ...options)).message;

describe('invoice credit', () => {
  test('a part reduces the balance', async () => {
    const id = await invoice({ series: 'F', number: '77' });
    const record = await credit(id, '--amount', '250.50');
    assert.deepEqual(
      [record.status, record.amount_credited, record.balance_due, record.display_status],
      ['filed', 250.5, 749.5, 'overdue'],
    );
    assert.match(record.credit_note_id, /^icrn_/);
    assert.deepEqual(await ledgerOf(id), [
      ['invoice', '2026-03-01', 100_000],
      ['invoice_credit_note', '2026-11-21', -25_050],
    ]);
    const { data } = await client().search({ query: 'F-77/1', types: ['invoice_credit_notes'] });
    assert.deepEqual(
      data.map(({ id: noteId, amount, status, sublabel }) => [noteId, amount, status, sublabel]),
      [[record.credit_note_id, 250.5, 'filed', 'F-77/1']],
    );
    const audit = await service.database.kysely
      .selectFrom('audit')
      .select(['actor_type', 'action', 'record_type'])
      .where('record_id', '=', id)
      .execute();
    assert.deepEqual(audit, [{ actor_type: 'member', action: 'invoice credit', record_type: 'invoice' }]);
  });

  test('the rest, without an amount, reverses it; its payments stay with what came free', async () => {
    const id = await invoice();
    const first = await client().record_invoice_payment({
      invoice_id: id,
      amount: 300,
      payment_date: '2026-04-01',
    });
    const second = await client().record_invoice_payment({
      invoice_id: id,
      amount: 200,
      payment_date: '2026-05-01',
    });
    // 500 is open: 600 frees 100 of the newest payment.
    const part = await credit(id, '--amount', '600');
    assert.deepEqual(
      [part.amount_paid, part.amount_credited, part.balance_due, part.payment_status],
      [400, 600, 0, 'paid'],
    );
    assert.deepEqual(
      part.payments.map((payment: { id: string; allocated_amount: number }) => [
        payment.id,
        payment.allocated_amount,
      ]),
      [
        [first.id, 300],
        [second.id, 100],
      ],
    );
    const whole = await credit(id);
    assert.deepEqual(
      [whole.status, whole.internal_status, whole.balance_due, whole.amount_paid, whole.amount_credited],
      ['reversed', 'reversed', 0, 0, 1000],
    );
    const shown = await client().get_invoice({ invoice_id: id });
    assert.deepEqual(
      shown.payments.map(({ amount, allocated_amount }) => [amount, allocated_amount]),
      [
        [300, 0],
        [200, 0],
      ],
    );
    const stored = await service.database.kysely
      .selectFrom('payment')
      .select(['unallocated_minor'])
      .where('id', 'in', [first.id, second.id])
      .orderBy('id')
      .execute();
    assert.deepEqual(stored, [{ unallocated_minor: 30_000 }, { unallocated_minor: 20_000 }]);
    const { closed_on, open } = await service.database.kysely
      .selectFrom('invoice')
      .select(['closed_on', 'open'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([closed_on, open], ['2026-11-21', false]);
  });

  test('a payment in another currency comes free in its own', async () => {
    const id = await invoice({ currency: 'USD', total: '100.00' });
    const { id: payment } = await client().record_invoice_payment({
      invoice_id: id,
      currency: 'MXN',
      payment_date: '2026-03-31',
    });
    await credit(id, '--amount', '25');
    const { amount_minor, unallocated_minor } = await service.database.kysely
      .selectFrom('payment')
      .select(['amount_minor', 'unallocated_minor'])
      .where('id', '=', payment)
      .executeTakeFirstOrThrow();
    // 1780.93 × 25 / 100
    assert.deepEqual([amount_minor, unallocated_minor], [178_093, 44_523]);
  });

  test('what an earlier system had settled comes free as a payment', async () => {
    const id = await invoice({ presettled: '600.00' });
    const record = await credit(id);
    assert.deepEqual([record.status, record.amount_paid, record.payments.length], ['reversed', 0, 1]);
    assert.deepEqual([record.payments[0].amount, record.payments[0].allocated_amount], [600, 0]);
  });

  test('refusals: more than is left, drafts, reversed ones, amounts that are none', async () => {
    const id = await invoice();
    await credit(id, '--amount', '400');
    await changingNothing(service.database, async () => {
      assert.match(await refusal(id, '--amount', '600.01'), /at most 600 MXN/);
      assert.match(await refusal(id, '--amount', '1.001'), /at most 2 decimals/);
      assert.match(await refusal(id, '--amount', '-1'), /above zero/);
      assert.match(await refusal(id, '--amount', '0'), /above zero/);
    });
    const draft = await invoice({ status: 'draft' });
    assert.match(await refusal(draft), /is a draft; only a filed invoice is credited/);
    assert.match(await refusal(await invoice({ status: 'void' })), /is void/);
    assert.equal(
      (await admin.refused('invoice', 'credit', 'invc_01k5m8x2q4e7taw9c6rjv3hn0a', '--by', BY)).code,
      'not_found',
    );
  });

  test('credits and payments at once leave no more credited and paid than the total', async () => {
    const id = await invoice();
    const work = Array.from({ length: 12 }, (_, call): Promise<unknown> =>
      call % 3 === 0
        ? admin.run('invoice', 'credit', id, '--amount', '150', '--by', BY)
        : client().record_invoice_payment({ invoice_id: id, amount: 150 }),
    );
    await Promise.allSettled(work);
    const row = await service.database.kysely
      .selectFrom('invoice')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(row.balance_minor >= 0);
    assert.equal(row.balance_minor, row.total_minor - row.paid_minor - row.credited_minor);
    assert.deepEqual(await ledgerDifferences(service.database, entity), []);
  });
});
