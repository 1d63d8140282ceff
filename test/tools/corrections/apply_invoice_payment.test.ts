// The credit of a customer pays another invoice: by one of twins, to the cent, and never across customers or currencies.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, NOW } from '../bank/support.ts';
import { codesOf, declared, refused, warned } from '../support.ts';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
});
after(async () => {
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  await service.close();
});

const client = () => service.client(service.keys.mx);

let number = 0;
const invoice = (total: string, facts: object = {}): Promise<InvoiceId> => {
  number += 1;
  return addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total,
    series: 'C',
    number: String(number),
    ...facts,
  });
};

/** A new customer with 500 that no invoice takes. */
const credit = async (): Promise<`ipay_${string}`> => {
  party = await addParty(service.database, service.entities.mx, `Cliente ${number}`);
  const transaction_id = (await addLine(service, service.entities.mx, account, {
    amount_minor: 150_000,
  })) as BankTransactionId;
  const { payment } = await client().confirm_bank_match({
    transaction_id,
    matched_record_id: await invoice('1000.00'),
  });
  return (payment?.id ?? assert.fail()) as `ipay_${string}`;
};

const standing = async () =>
  (await client().list_counterparties({ limit: 50 })).data.find(({ id }) => id === party)?.receivable_balance;

describe('the surplus of a payment', () => {
  test('pays another invoice in full, and the standing stays what the ledger says', async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('700.00');
    const before = { currency: 'MXN', amount: 700, open: 700, credit: 500, net: 200 };
    assert.deepEqual(await standing(), [before]);
    const answer = await client().apply_invoice_payment({ payment_id, invoice_id });
    assert.deepEqual(
      [answer.object, answer.id, answer.unallocated_amount],
      ['invoice_payment', payment_id, 0],
    );
    assert.deepEqual(answer.allocations.at(-1), {
      record_type: 'invoice',
      record_id: invoice_id,
      amount: 500,
      currency: 'MXN',
      balance_due_after: 200,
      payment_status_after: 'partially_paid',
    });
    assert.deepEqual(await standing(), [{ currency: 'MXN', amount: 200, open: 200, credit: 0, net: 200 }]);
    const events = await service.database.kysely
      .selectFrom('event')
      .select('type')
      .where('record_id', '=', payment_id)
      .where('type', '=', 'payment.applied')
      .execute();
    assert.equal(events.length, 1);
  });

  test('is given in part, and a repeat with its key gives no more', async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('700.00');
    const asked = { payment_id, invoice_id, amount: 120.5 };
    const first = await client().apply_invoice_payment(asked, { idempotencyKey: 'apply-1' });
    const again = await client().apply_invoice_payment(asked, { idempotencyKey: 'apply-1' });
    assert.deepEqual([first.idempotent_replay, again.idempotent_replay], [false, true]);
    assert.deepEqual([first.unallocated_amount, again.unallocated_amount], [379.5, 379.5]);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 579.5);
  });

  test('goes to one of two invoices that ask at once', async () => {
    const payment_id = await credit();
    const invoices = [await invoice('500.00'), await invoice('500.00')];
    const answers = await Promise.allSettled(
      invoices.map((invoice_id) => client().apply_invoice_payment({ payment_id, invoice_id, amount: 500 })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.deepEqual(await standing(), [{ currency: 'MXN', amount: 500, open: 500, credit: 0, net: 500 }]);
  });

  test(warned('apply_invoice_payment', 'payment_complement_due', 'a deferred invoice'), async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('700.00', { payment_method: 'PPD' });
    const { warnings } = await client().apply_invoice_payment({ payment_id, invoice_id });
    assert.deepEqual(codesOf(warnings), ['payment_complement_due']);
  });
});

describe('refused, and nothing is written', () => {
  const refuse = async (args: object, code: string, path: string, as: 'mx' | 'de' = 'mx') => {
    const error = await refused(service, as, 'apply_invoice_payment', args);
    assert.deepEqual([error['code'], error['path']], [code, path]);
  };

  test(
    declared('apply_invoice_payment', 'credit_too_much', 'more than is left, or than is owed'),
    async () => {
      const payment_id = await credit();
      const invoice_id = await invoice('300.00');
      await refuse({ payment_id, invoice_id, amount: 300.01 }, 'credit_too_much', 'amount');
      await refuse(
        { payment_id, invoice_id: await invoice('900'), amount: 501 },
        'credit_too_much',
        'amount',
      );
    },
  );

  test(declared('apply_invoice_payment', 'no_credit_left', 'a payment that is used up'), async () => {
    const payment_id = await credit();
    await client().apply_invoice_payment({ payment_id, invoice_id: await invoice('500.00') });
    await refuse({ payment_id, invoice_id: await invoice('1.00') }, 'no_credit_left', 'payment_id');
  });

  test(declared('apply_invoice_payment', 'payment_reversed', 'a payment taken back'), async () => {
    const payment_id = await credit();
    await client().reverse_invoice_payment({ payment_id, reason: 'Error' });
    await refuse({ payment_id, invoice_id: await invoice('1.00') }, 'payment_reversed', 'payment_id');
  });

  test(declared('apply_invoice_payment', 'nothing_owed', 'a draft, a void and a paid invoice'), async () => {
    const payment_id = await credit();
    for (const status of ['draft', 'void', 'reversed'])
      await refuse(
        { payment_id, invoice_id: await invoice('9.00', { status }) },
        'nothing_owed',
        'invoice_id',
      );
    const paid = await invoice('9.00');
    await client().record_invoice_payment({ invoice_id: paid });
    await refuse({ payment_id, invoice_id: paid }, 'nothing_owed', 'invoice_id');
  });

  test(declared('apply_invoice_payment', 'payment_in_other_currency', 'an invoice in dollars'), async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('9.00', { currency: 'USD' });
    await refuse({ payment_id, invoice_id }, 'payment_in_other_currency', 'invoice_id');
  });

  test(declared('apply_invoice_payment', 'payment_of_other_customer', 'of somebody else'), async () => {
    const payment_id = await credit();
    party = await addParty(service.database, service.entities.mx, 'Otro');
    await refuse(
      { payment_id, invoice_id: await invoice('9.00') },
      'payment_of_other_customer',
      'invoice_id',
    );
  });

  test(declared('apply_invoice_payment', 'payment_not_found', 'of another company'), async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('9.00');
    await refuse({ payment_id, invoice_id }, 'payment_not_found', 'payment_id', 'de');
  });

  test(declared('apply_invoice_payment', 'invoice_not_found', 'of another company'), async () => {
    const payment_id = await credit();
    const other = await addParty(service.database, service.entities.de);
    const invoice_id = await addInvoice(service.database, service.entities.de, {
      counterparty_id: other,
      total: '5.00',
      currency: 'EUR',
    });
    await refuse({ payment_id, invoice_id }, 'invoice_not_found', 'invoice_id');
  });

  test(declared('apply_invoice_payment', 'amount_too_large', 'more than the books hold'), async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('9.00', { currency: 'MXN' });
    const error = await refused(service, 'mx', 'apply_invoice_payment', {
      payment_id,
      invoice_id,
      amount: 1e15,
    });
    assert.equal(error['path'], 'amount');
  });

  test(declared('apply_invoice_payment', 'period_closed', 'today is closed'), async () => {
    const payment_id = await credit();
    const invoice_id = await invoice('9.00');
    await service.database.kysely
      .updateTable('period_slot')
      .set({ closed_through: '2026-12-31' })
      .where('entity_id', '=', service.entities.mx)
      .execute();
    await refuse({ payment_id, invoice_id }, 'period_closed', 'invoice_id');
  });
});
