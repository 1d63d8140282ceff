// What record_invoice_payment stores and answers when it succeeds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { reversePayment } from '../../../src/domain/documents/payments/reverse.ts';
import { openBooks } from '../../support/scope.ts';
import { addInvoice, addParty, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { codesOf, warned } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00.000Z');

let service: TestService;
let mexican: CounterpartyId;
let german: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  mexican = await addParty(service.database, service.entities.mx, 'Café Luna');
  german = await addParty(service.database, service.entities.de, 'Harms KG');
});
after(() => service.close());

type Facts = Partial<InvoiceFacts>;

const invoice = (facts: Facts = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: mexican, total: '1160.00', ...facts });

const germanInvoice = (facts: Facts = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.de, {
    counterparty_id: german,
    total: '119.00',
    currency: 'EUR',
    ...facts,
  });

type Answer = AnswerOf<'record_invoice_payment'>;

const pay = (
  as: 'mx' | 'de',
  args: Parameters<ReturnType<TestService['client']>['record_invoice_payment']>[0],
): Promise<Answer> => service.client(service.keys[as]).record_invoice_payment(args);

const read = (as: 'mx' | 'de', invoice_id: InvoiceId): Promise<AnswerOf<'get_invoice'>> =>
  service.client(service.keys[as]).get_invoice({ invoice_id });

test(
  warned('record_invoice_payment', 'full_balance_paid', 'what was paid without being told is said'),
  async () => {
    const { warnings } = await pay('mx', { invoice_id: await invoice() });
    assert.deepEqual(warnings, [
      {
        code: 'full_balance_paid',
        message: 'No amount was given, so the full balance of 1160 MXN was paid.',
        path: 'amount',
      },
    ]);
    const told = await pay('mx', { invoice_id: await invoice({ total: '580.00' }), amount: 580 });
    assert.deepEqual(told.warnings, []);
  },
);

test('a Mexican invoice is paid whole when no amount is given, today and by transfer', async () => {
  const invoice_id = await invoice();
  const { id, ...answer } = await pay('mx', { invoice_id });
  assert.match(id, /^ipay_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.deepEqual(answer, {
    object: 'invoice_payment',
    payment_id: id,
    amount: 1160,
    currency: 'MXN',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    payment_date: '2026-03-10',
    payment_method: 'wire_transfer',
    reference_number: null,
    notes: null,
    allocations: [
      {
        record_type: 'invoice',
        record_id: invoice_id,
        amount: 1160,
        currency: 'MXN',
        balance_due_after: 0,
        payment_status_after: 'paid',
      },
    ],
    unallocated_amount: 0,
    difference_amount: null,
    bank_transaction_id: null,
    created_at: NOW.toISOString(),
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
    warnings: [
      {
        code: 'full_balance_paid',
        message: 'No amount was given, so the full balance of 1160 MXN was paid.',
        path: 'amount',
      },
    ],
    idempotent_replay: false,
  });
  const paid = await read('mx', invoice_id);
  assert.deepEqual(
    [paid.display_status, paid.payment_status, paid.balance_due, paid.amount_paid],
    ['paid', 'paid', 0, 1160],
  );
  assert.deepEqual(paid.payments, [
    {
      id,
      payment_id: id,
      amount: 1160,
      currency: 'MXN',
      allocated_amount: 1160,
      payment_date: '2026-03-10',
      payment_method: 'wire_transfer',
      reference_number: null,
      bank_transaction_id: null,
    },
  ]);
});

test('parts of a German invoice leave it partially paid, then paid; the invoice lists them by day', async () => {
  const invoice_id = await germanInvoice();
  const second = await pay('de', {
    invoice_id,
    amount: 19.5,
    payment_date: '2026-03-09',
    payment_method: 'credit_card',
    reference_number: '  RF18 5390 ',
    notes: 'Teil 2',
  });
  const [allocation] = second.allocations;
  assert.deepEqual(
    [allocation?.balance_due_after, allocation?.payment_status_after],
    [99.5, 'partially_paid'],
  );
  assert.deepEqual(
    [second.reference_number, second.notes, second.payment_method],
    ['RF18 5390', 'Teil 2', 'credit_card'],
  );
  const first = await pay('de', {
    invoice_id,
    amount: 0.5,
    payment_date: '2026-02-28',
    payment_method: 'cash',
  });
  const partly = await read('de', invoice_id);
  assert.deepEqual(
    [partly.payment_status, partly.balance_due, partly.amount_paid],
    ['partially_paid', 99, 20],
  );
  const last = await pay('de', { invoice_id });
  assert.equal(last.amount, 99);
  const paid = await read('de', invoice_id);
  assert.equal(paid.payment_status, 'paid');
  assert.deepEqual(
    paid.payments.map(({ id }) => id),
    [first.id, second.id, last.id],
  );
});

test('search and summary know the payment at once', async () => {
  const invoice_id = await invoice();
  const { id } = await pay('mx', { invoice_id, amount: 160, reference_number: 'SPEI 4471902' });
  const { data: hits } = await service
    .client(service.keys.mx)
    .search({ query: 'spei 4471902', types: ['invoice_payments'] });
  const [hit] = hits;
  assert.deepEqual([hit?.id, hit?.amount, hit?.currency, hit?.date], [id, 160, 'MXN', '2026-03-10']);
  assert.equal(hit?.label, 'SPEI 4471902 – Café Luna');
  const { recent_payments } = await service.client(service.keys.mx).get_payment_summary({});
  assert.equal(recent_payments[0]?.id, id);
});

describe('in another currency', () => {
  test(
    warned('record_invoice_payment', 'exchange_rate_date', 'both amounts are kept, at the rate of the day'),
    async () => {
      const invoice_id = await invoice();
      const answer = await pay('mx', { invoice_id, amount: 10, currency: 'USD', payment_date: '2026-03-05' });
      assert.deepEqual(
        [
          answer.amount,
          answer.currency,
          answer.exchange_rate,
          answer.exchange_rate_date,
          answer.exchange_rate_source,
        ],
        [10, 'USD', 17.6518, '2026-02-27', 'bundled'],
      );
      assert.deepEqual([answer.allocations[0]?.amount, answer.allocations[0]?.currency], [176.52, 'MXN']);
      assert.equal(answer.allocations[0]?.balance_due_after, 983.48);
      assert.deepEqual(codesOf(answer.warnings), ['exchange_rate_date']);
      const { payments } = await read('mx', invoice_id);
      assert.deepEqual(
        [payments[0]?.amount, payments[0]?.currency, payments[0]?.allocated_amount],
        [10, 'USD', 176.52],
      );
    },
  );

  test('without an amount the balance is paid to the cent, rounded in the other currency', async () => {
    const invoice_id = await invoice({ issue_date: '2026-02-01' });
    const answer = await pay('mx', { invoice_id, currency: 'USD', payment_date: '2026-02-27' });
    // 1160 / 17.6518 = 65.71567…
    assert.deepEqual(
      [answer.amount, answer.allocations[0]?.amount, answer.allocations[0]?.balance_due_after],
      [65.72, 1160, 0],
    );
    assert.deepEqual(codesOf(answer.warnings), ['full_balance_paid']);
  });

  test('what only rounding makes too much is the balance', async () => {
    const invoice_id = await invoice({ total: '100.00' });
    // 100 / 17.6518 = 5.665…: 5.67 is worth 100.09.
    const answer = await pay('mx', { invoice_id, amount: 5.67, currency: 'USD', payment_date: '2026-02-27' });
    assert.deepEqual([answer.amount, answer.allocations[0]?.amount], [5.67, 100]);
  });

  test('the inverse rate is exact: a dollar invoice paid in pesos', async () => {
    const invoice_id = await invoice({ total: '1000000.00', currency: 'USD' });
    const answer = await pay('mx', {
      invoice_id,
      amount: 17_651_800,
      currency: 'MXN',
      payment_date: '2026-02-27',
    });
    assert.deepEqual([answer.allocations[0]?.amount, answer.allocations[0]?.currency], [1_000_000, 'USD']);
    assert.equal(answer.exchange_rate, 0.05665145);
  });

  test('neither currency is the company’s: by way of its own', async () => {
    const invoice_id = await invoice({ total: '100.00', currency: 'EUR' });
    const answer = await pay('mx', { invoice_id, currency: 'USD', payment_date: '2026-02-27' });
    // 100 × 20.8291 / 17.6518
    assert.deepEqual(
      [answer.amount, answer.exchange_rate, answer.exchange_rate_source],
      [118, 0.8474586, 'bundled'],
    );
  });

  test('yen have no decimals', async () => {
    const invoice_id = await germanInvoice({ total: '5000', currency: 'JPY' });
    const answer = await pay('de', { invoice_id, amount: 10, currency: 'EUR', payment_date: '2026-02-27' });
    assert.deepEqual([answer.allocations[0]?.amount, answer.allocations[0]?.currency], [1836, 'JPY']);
  });
});

describe('payment complements', () => {
  const due = async (payment_date: string): Promise<string | undefined> => {
    const { warnings } = await pay('mx', {
      invoice_id: await invoice({ payment_method: 'PPD', issue_date: '2024-02-01' }),
      payment_date,
    });
    assert.equal(codesOf(warnings).at(-1), 'payment_complement_due');
    return /due by (\S+)\./.exec(warnings.at(-1)?.message ?? '')?.[1];
  };

  test(
    warned(
      'record_invoice_payment',
      'payment_complement_due',
      'due on the fifth of the month after the payment',
    ),
    async () => {
      assert.equal(await due('2026-01-31'), '2026-02-05');
      assert.equal(await due('2026-02-01'), '2026-03-05');
      assert.equal(await due('2026-02-28'), '2026-03-05');
      assert.equal(await due('2025-12-31'), '2026-01-05');
      assert.equal(await due('2024-02-29'), '2024-03-05');
    },
  );
});

test('the day is the one where the company is', async () => {
  service.setNow(new Date('2026-04-01T04:30:00Z'));
  const inMexico = await pay('mx', { invoice_id: await invoice() });
  const inBerlin = await pay('de', { invoice_id: await germanInvoice() });
  assert.deepEqual([inMexico.payment_date, inBerlin.payment_date], ['2026-03-31', '2026-04-01']);
  service.setNow(NOW);
});

describe('repeats', () => {
  const minute = 60_000;
  const at = (minutes: number): void => service.setNow(new Date(NOW.getTime() + minutes * minute));

  test('a payment that looks like an earlier one is warned of once, also when it says other things', async () => {
    const invoice_id = await invoice();
    at(0);
    const first = await pay('mx', { invoice_id, amount: 100 });
    at(9);
    const same = await pay('mx', { invoice_id, amount: 100 });
    const other = await pay('mx', { invoice_id, amount: 100, payment_method: 'cash', reference_number: 'X' });
    assert.deepEqual(codesOf(same.warnings), ['similar_write_recently']);
    assert.match(same.warnings[0]?.message ?? '', new RegExp(first.id));
    assert.deepEqual(codesOf(other.warnings), ['similar_write_recently']);
    assert.match(other.warnings[0]?.message ?? '', new RegExp(same.id));
    assert.deepEqual((await pay('mx', { invoice_id, amount: 100.01 })).warnings, []);
    await pay('mx', { invoice_id, amount: 20 });
    const dollars = await pay('mx', { invoice_id, amount: 20, currency: 'USD' });
    assert.ok(
      !codesOf(dollars.warnings).includes('similar_write_recently'),
      'another currency is another payment',
    );
    const wrong = await pay('mx', { invoice_id, amount: 30 });
    const own = await openBooks(service.database, service.organisation_id, service.entities.mx);
    await own.write((ctx) => reversePayment(ctx, wrong.id, 'typed wrongly'));
    const right = await pay('mx', { invoice_id, amount: 30, reference_number: 'Y' });
    assert.deepEqual(right.warnings, [], 'what was taken back is no twin');
    at(19.1);
    assert.deepEqual((await pay('mx', { invoice_id, amount: 100 })).warnings, []);
    at(0);
  });

  test('the same idempotency key pays once and answers the first payment again', async () => {
    const invoice_id = await invoice();
    const call = (args: object): Promise<Answer> =>
      service
        .client(service.keys.mx)
        .call('record_invoice_payment', { invoice_id, amount: 400, ...args }, { idempotencyKey: 'pay-1' });
    const first = await call({});
    const again = await call({});
    assert.deepEqual(again, { ...first, idempotent_replay: true });
    await assert.rejects(call({ amount: 500 }), { code: 'idempotency_key_reused' });
    assert.equal((await read('mx', invoice_id)).balance_due, 760);
  });
});
