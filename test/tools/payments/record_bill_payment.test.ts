// What record_bill_payment stores, answers and refuses.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf } from '../../../generated/dispatch.ts';
import type { BillId, CounterpartyId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addBill, addParty, type BillFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { codesOf, declared, refused, warned } from '../support.ts';

const NOW = new Date('2026-03-10T18:00:00.000Z');

let service: TestService;
let party: CounterpartyId;
let german: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  party = await addParty(service.database, service.entities.mx, 'Aceros Monterrey');
  german = await addParty(service.database, service.entities.de, 'Stahl AG');
});
after(() => service.close());

const bill = (facts: Partial<BillFacts> = {}): Promise<BillId> =>
  addBill(service.database, service.entities.mx, { counterparty_id: party, total: '580.00', ...facts });

const pay = (
  args: Parameters<ReturnType<TestService['client']>['record_bill_payment']>[0],
  as: 'mx' | 'de' = 'mx',
) => service.client(service.keys[as]).record_bill_payment(args);

const refuse = (args: object): Promise<Record<string, unknown>> =>
  refused(service, 'mx', 'record_bill_payment', args);

test(
  warned('record_bill_payment', 'full_balance_paid', 'what was paid without being told is said'),
  async () => {
    const { warnings } = await pay({ bill_id: await bill() });
    assert.deepEqual(
      warnings.map(({ code, message, path }) => ({ code, message, path })),
      [
        {
          code: 'full_balance_paid',
          message: 'No amount was given, so the full balance of 580 MXN was paid.',
          path: 'amount',
        },
      ],
    );
  },
);

describe('success', () => {
  test('a Mexican bill is paid whole when no amount is given', async () => {
    const bill_id = await bill();
    const { id, ...answer } = await pay({ bill_id });
    assert.match(id, /^bpay_[0-9a-hjkmnp-tv-z]{26}$/);
    const expected: Omit<AnswerOf<'record_bill_payment'>, 'id'> = {
      object: 'bill_payment',
      payment_id: id,
      amount: 580,
      currency: 'MXN',
      exchange_rate: null,
      exchange_rate_date: null,
      exchange_rate_source: null,
      paid_on: '2026-03-10',
      payment_method: 'transfer',
      reference: null,
      notes: null,
      allocations: [
        {
          record_type: 'bill',
          record_id: bill_id,
          amount: 580,
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
          message: 'No amount was given, so the full balance of 580 MXN was paid.',
          path: 'amount',
        },
      ],
      idempotent_replay: false,
    };
    assert.deepEqual(answer, expected);
  });

  test('a part of a German bill leaves it partially paid; the bill shows the payment', async () => {
    const bill_id = await addBill(service.database, service.entities.de, {
      counterparty_id: german,
      total: '238.00',
      currency: 'EUR',
    });
    const { id, allocations } = await pay(
      { bill_id, amount: 38, paid_on: '2026-02-28', payment_method: 'card', reference: 'K-1', notes: 'Rate' },
      'de',
    );
    assert.deepEqual(
      [allocations[0]?.balance_due_after, allocations[0]?.payment_status_after],
      [200, 'partially_paid'],
    );
    const shown = await service.client(service.keys.de).get_bill({ bill_id });
    assert.deepEqual(
      [shown.payment_status, shown.balance_due, shown.amount_paid],
      ['partially_paid', 200, 38],
    );
    assert.deepEqual(shown.payments, [
      {
        id,
        payment_id: id,
        amount: 38,
        currency: 'EUR',
        allocated_amount: 38,
        paid_on: '2026-02-28',
        payment_method: 'card',
        reference: 'K-1',
        bank_transaction_id: null,
      },
    ]);
  });

  test('a validated bill is paid too', async () => {
    assert.equal((await pay({ bill_id: await bill({ status: 'validated' }) })).amount, 580);
  });

  test(
    warned('record_bill_payment', 'exchange_rate_date', 'a dollar bill paid in pesos keeps both amounts'),
    async () => {
      const bill_id = await bill({ currency: 'USD', total: '100.00' });
      const answer = await pay({ bill_id, currency: 'MXN', paid_on: '2026-03-01' });
      assert.deepEqual(
        [answer.amount, answer.currency, answer.allocations[0]?.amount],
        [1765.18, 'MXN', 100],
      );
      assert.deepEqual(
        [answer.exchange_rate_date, codesOf(answer.warnings)],
        ['2026-02-27', ['exchange_rate_date', 'full_balance_paid']],
      );
    },
  );

  test(
    warned('record_bill_payment', 'similar_write_recently', 'one that looks like an earlier one'),
    async () => {
      const bill_id = await bill();
      const first = await pay({ bill_id, amount: 10 });
      const second = await pay({ bill_id, amount: 10, reference: 'another' });
      assert.deepEqual(codesOf(second.warnings), ['similar_write_recently']);
      assert.match(second.warnings[0]?.message ?? '', new RegExp(first.id));
      const elsewhere = await pay({ bill_id: await bill(), amount: 10 });
      assert.deepEqual(elsewhere.warnings, []);
    },
  );

  test('the same idempotency key pays once', async () => {
    const bill_id = await bill();
    const call = () =>
      service.client(service.keys.mx).call('record_bill_payment', { bill_id }, { idempotencyKey: 'bill-1' });
    const first = await call();
    assert.deepEqual(await call(), { ...first, idempotent_replay: true });
  });
});

describe('refusals', () => {
  test(
    declared('record_bill_payment', 'bill_not_found', 'an unknown bill, and one of another company'),
    async () => {
      const unknown = newId('BillId');
      const foreign = await addBill(service.database, service.entities.de, {
        counterparty_id: german,
        total: '1.00',
      });
      for (const bill_id of [unknown, foreign]) {
        assert.deepEqual(await refuse({ bill_id }), {
          code: 'bill_not_found',
          path: 'bill_id',
          received: bill_id,
        });
      }
    },
  );

  for (const status of ['inbox', 'rejected', 'reversed'] as const) {
    test(declared('record_bill_payment', 'bill_not_payable', `one that is ${status}`), async () => {
      const bill_id = await bill({ status });
      assert.deepEqual(await refuse({ bill_id }), { code: 'bill_not_payable', path: 'bill_id', status });
    });
  }

  test(declared('record_bill_payment', 'bill_already_paid', 'one that is paid'), async () => {
    const bill_id = await bill();
    await pay({ bill_id });
    const facts = { code: 'bill_already_paid', path: 'bill_id', total: 580, currency: 'MXN' };
    assert.deepEqual(await refuse({ bill_id }), facts);
  });

  test(declared('record_bill_payment', 'payment_exceeds_balance', 'a cent too much'), async () => {
    assert.deepEqual(await refuse({ bill_id: await bill(), amount: 580.01 }), {
      code: 'payment_exceeds_balance',
      path: 'amount',
      received: 580.01,
      balance_due: 580,
      currency: 'MXN',
    });
  });

  test(declared('record_bill_payment', 'payment_too_small', 'what rounds to nothing'), async () => {
    const bill_id = await bill({ currency: 'JPY', total: '9000' });
    assert.deepEqual(await refuse({ bill_id, amount: 0.05, currency: 'MXN', paid_on: '2026-02-27' }), {
      code: 'payment_too_small',
      path: 'amount',
      received: 0.05,
      currency: 'MXN',
      document_currency: 'JPY',
    });
  });

  test(declared('record_bill_payment', 'amount_too_large', 'more than the books hold'), async () => {
    const bill_id = await bill({ currency: 'KWD', total: '10.000' });
    const facts = { code: 'amount_too_large', path: 'amount', received: '9999999999999.99' };
    assert.deepEqual(await refuse({ bill_id, amount: 9_999_999_999_999.99 }), facts);
  });

  test(declared('record_bill_payment', 'payment_in_future', 'two days from now'), async () => {
    const args = { bill_id: await bill(), paid_on: '2026-03-12' };
    const facts = { path: 'paid_on', received: '2026-03-12', latest: '2026-03-11' };
    assert.deepEqual(await refuse(args), { code: 'payment_in_future', ...facts });
  });

  test(declared('record_bill_payment', 'currency_unknown', 'no currency'), async () => {
    const facts = { code: 'currency_unknown', path: 'currency', received: 'ABC' };
    assert.deepEqual(await refuse({ bill_id: await bill(), currency: 'ABC' }), facts);
  });

  test(declared('record_bill_payment', 'exchange_rate_unavailable', 'no rate'), async () => {
    assert.deepEqual(await refuse({ bill_id: await bill(), currency: 'CHF', paid_on: '2026-02-28' }), {
      code: 'exchange_rate_unavailable',
      path: 'currency',
      base: 'CHF',
      quote: 'MXN',
      date: '2026-02-28',
    });
  });

  test(declared('record_bill_payment', 'too_many_decimals', 'a tenth of a cent'), async () => {
    const facts = { code: 'too_many_decimals', path: 'amount', received: '1.001', allowed_decimals: 2 };
    assert.deepEqual(await refuse({ bill_id: await bill(), amount: 1.001 }), facts);
  });

  test(
    declared('record_bill_payment', 'impossible_date', 'the 29th of February of a common year'),
    async () => {
      const facts = { code: 'impossible_date', path: 'paid_on', received: '2026-02-29' };
      assert.deepEqual(await refuse({ bill_id: await bill(), paid_on: '2026-02-29' }), facts);
    },
  );
});
