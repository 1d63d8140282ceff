// What record_invoice_payment refuses, each with its declared error, and nothing stored.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addInvoice, addParty, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { declared, refused } from '../support.ts';

let service: TestService;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  party = await addParty(service.database, service.entities.mx);
});
after(() => service.close());

const invoice = (facts: Partial<InvoiceFacts> = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total: '1160.00', ...facts });

const refuse = (args: object): Promise<Record<string, unknown>> =>
  refused(service, 'mx', 'record_invoice_payment', args);

describe('which invoice', () => {
  test(declared('record_invoice_payment', 'invoice_not_found', 'an id that does not exist'), async () => {
    const invoice_id = newId('InvoiceId');
    const facts = { code: 'invoice_not_found', path: 'invoice_id', received: invoice_id };
    assert.deepEqual(await refuse({ invoice_id }), facts);
  });

  test('an invoice of another company is none, for its key and for the organisation’s', async () => {
    const other = await addParty(service.database, service.entities.de);
    const invoice_id = await addInvoice(service.database, service.entities.de, {
      counterparty_id: other,
      total: '100.00',
    });
    const facts = { code: 'invoice_not_found', path: 'invoice_id', received: invoice_id };
    assert.deepEqual(await refuse({ invoice_id }), facts);
    const args = { invoice_id, entity_id: service.entities.mx };
    assert.deepEqual(await refused(service, 'organisation', 'record_invoice_payment', args), facts);
  });

  for (const status of ['draft', 'void', 'reversed'] as const) {
    test(declared('record_invoice_payment', 'invoice_not_payable', `one that is ${status}`), async () => {
      const invoice_id = await invoice({ status });
      assert.deepEqual(await refuse({ invoice_id }), {
        code: 'invoice_not_payable',
        path: 'invoice_id',
        status,
      });
      assert.deepEqual(await refuse({ invoice_id, amount: 1 }), {
        code: 'invoice_not_payable',
        path: 'invoice_id',
        status,
      });
    });
  }

  test(declared('record_invoice_payment', 'invoice_already_paid', 'one that is paid'), async () => {
    const invoice_id = await invoice();
    await service.client(service.keys.mx).record_invoice_payment({ invoice_id });
    const facts = { code: 'invoice_already_paid', path: 'invoice_id', total: 1160, currency: 'MXN' };
    assert.deepEqual(await refuse({ invoice_id }), facts);
    assert.deepEqual(await refuse({ invoice_id, amount: 0.01 }), facts);
  });

  test('the id of a bill', async () => {
    const error = await refuse({ invoice_id: newId('BillId') });
    assert.deepEqual([error['code'], error['path']], ['invalid_parameter', 'invoice_id']);
  });
});

describe('how much', () => {
  test(
    declared('record_invoice_payment', 'payment_exceeds_balance', 'more than the balance, which is named'),
    async () => {
      const invoice_id = await invoice();
      await service.client(service.keys.mx).record_invoice_payment({ invoice_id, amount: 160 });
      assert.deepEqual(await refuse({ invoice_id, amount: 1000.01 }), {
        code: 'payment_exceeds_balance',
        path: 'amount',
        received: 1000.01,
        balance_due: 1000,
        currency: 'MXN',
      });
    },
  );

  test('more than the balance in another currency: the balance is named in that one', async () => {
    const invoice_id = await invoice();
    assert.deepEqual(
      await refuse({ invoice_id, amount: 65.73, currency: 'USD', payment_date: '2026-02-27' }),
      {
        code: 'payment_exceeds_balance',
        path: 'amount',
        received: 65.73,
        balance_due: 65.72,
        currency: 'USD',
      },
    );
  });

  test(declared('record_invoice_payment', 'payment_too_small', 'what rounds to nothing'), async () => {
    const invoice_id = await invoice({ total: '5000', currency: 'JPY' });
    assert.deepEqual(
      await refuse({ invoice_id, amount: 0.01, currency: 'MXN', payment_date: '2026-02-27' }),
      {
        code: 'payment_too_small',
        path: 'amount',
        received: 0.01,
        currency: 'MXN',
        document_currency: 'JPY',
      },
    );
  });

  test(
    declared('record_invoice_payment', 'amount_too_large', 'more than the currency’s column can hold'),
    async () => {
      const invoice_id = await invoice({ total: '100.000', currency: 'KWD' });
      assert.deepEqual(await refuse({ invoice_id, amount: 9_999_999_999_999.99 }), {
        code: 'amount_too_large',
        path: 'amount',
        received: '9999999999999.99',
      });
    },
  );

  for (const [title, amount, currency, allowed_decimals] of [
    ['three decimals of pesos', 100.001, 'MXN', 2],
    ['half a yen', 10.5, 'JPY', 0],
  ] as const) {
    test(declared('record_invoice_payment', 'too_many_decimals', title), async () => {
      const invoice_id = await invoice({ currency, total: '1160' });
      assert.deepEqual(await refuse({ invoice_id, amount }), {
        code: 'too_many_decimals',
        path: 'amount',
        received: String(amount),
        allowed_decimals,
      });
    });
  }

  test('an empty text is no amount, and certainly not the whole balance', async () => {
    const invoice_id = await invoice();
    const error = await refuse({ invoice_id, amount: '' });
    assert.deepEqual([error['code'], error['path']], ['invalid_parameter', 'amount']);
  });

  for (const amount of [0, -5]) {
    test(`an amount of ${amount}`, async () => {
      const error = await refuse({ invoice_id: await invoice(), amount });
      assert.deepEqual([error['code'], error['path']], ['invalid_parameter', 'amount']);
    });
  }
});

describe('in what, when and how', () => {
  test(
    declared('record_invoice_payment', 'currency_unknown', 'three letters that are no currency'),
    async () => {
      const facts = { code: 'currency_unknown', path: 'currency', received: 'XYZ' };
      assert.deepEqual(await refuse({ invoice_id: await invoice(), currency: 'XYZ' }), facts);
    },
  );

  test(
    declared('record_invoice_payment', 'exchange_rate_unavailable', 'a currency without a rate'),
    async () => {
      assert.deepEqual(await refuse({ invoice_id: await invoice(), currency: 'CHF' }), {
        code: 'exchange_rate_unavailable',
        path: 'currency',
        base: 'CHF',
        quote: 'MXN',
        date: '2026-03-10',
      });
    },
  );

  test(declared('record_invoice_payment', 'impossible_date', 'the 30th of February'), async () => {
    const facts = { code: 'impossible_date', path: 'payment_date', received: '2026-02-30' };
    assert.deepEqual(await refuse({ invoice_id: await invoice(), payment_date: '2026-02-30' }), facts);
  });

  test(declared('record_invoice_payment', 'payment_in_future', 'two days from now'), async () => {
    const invoice_id = await invoice();
    assert.deepEqual(await refuse({ invoice_id, payment_date: '2026-03-12' }), {
      code: 'payment_in_future',
      path: 'payment_date',
      received: '2026-03-12',
      latest: '2026-03-11',
    });
  });

  test('the name of the day as bills have it', async () => {
    const error = await refuse({ invoice_id: await invoice(), paid_on: '2026-03-01' });
    assert.deepEqual([error['code'], error['path']], ['unknown_parameter', 'paid_on']);
  });

  test('a method of bills', async () => {
    const error = await refuse({ invoice_id: await invoice(), payment_method: 'transfer' });
    assert.deepEqual([error['code'], error['path']], ['invalid_parameter', 'payment_method']);
  });
});
