// Payments and bank matches taken back by an agent whose key carries the set: balances, ledger and lines are as before.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type {
  BankAccountId,
  BankTransactionId,
  BillPaymentId,
  CounterpartyId,
  InvoiceId,
} from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, NOW } from '../bank/support.ts';
import { changingNothing, declared, refused } from '../support.ts';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  party = await addParty(service.database, service.entities.mx);
  account = await addAccount(service, service.entities.mx);
});
after(async () => {
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  await service.close();
});

const client = () => service.client(service.keys.mx);

let number = 0;
const invoice = (total = '1160.00'): Promise<InvoiceId> => {
  number += 1;
  return addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total,
    series: 'C',
    number: String(number),
  });
};

const line = async (amount_minor: number): Promise<BankTransactionId> =>
  (await addLine(service, service.entities.mx, account, { amount_minor })) as BankTransactionId;

const confirmed = async (): Promise<{ transaction_id: BankTransactionId; invoice_id: InvoiceId }> => {
  const invoice_id = await invoice();
  const transaction_id = await line(116_000);
  await client().confirm_bank_match({ transaction_id, matched_record_id: invoice_id });
  return { transaction_id, invoice_id };
};

describe('a payment', () => {
  test('of an invoice: what was paid is owed again, and who asks again is told', async () => {
    const invoice_id = await invoice();
    const paid = await client().record_invoice_payment({ invoice_id, amount: 500 });
    const asked = { payment_id: paid.id, reason: 'Recorded on the wrong invoice' };
    const { entity: _entity, ...answer } = await client().reverse_invoice_payment(asked);
    assert.deepEqual(answer, {
      object: 'invoice_payment',
      id: paid.id,
      payment_id: paid.id,
      status: 'reversed',
      amount: 500,
      currency: 'MXN',
      reversed_on: '2026-03-10',
      reason: asked.reason,
      counterparty_name: (await client().get_invoice({ invoice_id })).counterparty.name,
      unmatched_transaction_id: null,
      warnings: [],
      idempotent_replay: false,
    });
    const { balance_due, amount_paid } = await client().get_invoice({ invoice_id });
    assert.deepEqual([balance_due, amount_paid], [1160, 0]);
    const again = await changingNothing(service.database, () =>
      refused(service, 'mx', 'reverse_invoice_payment', asked),
    );
    assert.equal(again['code'], 'payment_reversed');
    assert.equal(again['reversed_on'], answer.reversed_on);
  });

  test('of a bill', async () => {
    const bill_id = await addBill(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '580.00',
    });
    const { id } = await client().record_bill_payment({ bill_id, amount: 580 });
    const answer = await client().reverse_bill_payment({ payment_id: id, reason: 'Not paid yet' });
    assert.deepEqual([answer.object, answer.status], ['bill_payment', 'reversed']);
    assert.equal((await client().get_bill({ bill_id })).balance_due, 580);
  });

  test('of a confirmed transaction: the match goes with it', async () => {
    const { transaction_id, invoice_id } = await confirmed();
    const [payment] = (await client().get_invoice({ invoice_id })).payments;
    assert.ok(payment !== undefined);
    const { unmatched_transaction_id } = await client().reverse_invoice_payment({
      payment_id: payment.id,
      reason: 'Another customer',
    });
    assert.equal(unmatched_transaction_id, transaction_id);
    const { data } = await client().search_bank_transactions({ bank_account_id: account });
    assert.equal(data.find((row) => row.transaction_id === transaction_id)?.match_status, 'unmatched');
  });

  test(
    declared('reverse_invoice_payment', 'payment_not_found', 'of another company, or of nobody'),
    async () => {
      const invoice_id = await invoice();
      const { id } = await client().record_invoice_payment({ invoice_id, amount: 1 });
      for (const payment_id of [id, newId('InvoicePaymentId')]) {
        const told = await changingNothing(service.database, () =>
          refused(service, 'de', 'reverse_invoice_payment', { payment_id, reason: 'x' }),
        );
        assert.deepEqual([told['code'], told['path']], ['payment_not_found', 'payment_id']);
      }
    },
  );

  test(declared('reverse_bill_payment', 'payment_not_found', 'that nobody made'), async () => {
    const payment_id: BillPaymentId = newId('BillPaymentId');
    const told = await refused(service, 'mx', 'reverse_bill_payment', { payment_id, reason: 'x' });
    assert.equal(told['code'], 'payment_not_found');
  });

  test(declared('reverse_bill_payment', 'payment_reversed', 'that is reversed'), async () => {
    const bill_id = await addBill(service.database, service.entities.mx, {
      counterparty_id: party,
      total: '10.00',
    });
    const { id: payment_id } = await client().record_bill_payment({ bill_id, amount: 10 });
    await client().reverse_bill_payment({ payment_id, reason: 'x' });
    const told = await refused(service, 'mx', 'reverse_bill_payment', { payment_id, reason: 'x' });
    assert.equal(told['code'], 'payment_reversed');
  });

  test(declared('reverse_invoice_payment', 'payment_reversed', 'repeated with its key'), async () => {
    const invoice_id = await invoice();
    const { id: payment_id } = await client().record_invoice_payment({ invoice_id, amount: 1 });
    const asked = { payment_id, reason: 'Twice' };
    await client().reverse_invoice_payment(asked, { idempotencyKey: 'reverse-1' });
    const again = await client().reverse_invoice_payment(asked, { idempotencyKey: 'reverse-1' });
    assert.equal(again.idempotent_replay, true);
    const told = await refused(service, 'mx', 'reverse_invoice_payment', asked);
    assert.equal(told['code'], 'payment_reversed');
  });
});

describe('a bank transaction', () => {
  test('confirmed: undone, the invoice is owed again', async () => {
    const { transaction_id, invoice_id } = await confirmed();
    const answer = await client().undo_bank_match({ transaction_id });
    assert.deepEqual([answer.match_status, answer.matches], ['unmatched', []]);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 1160);
  });

  test(declared('undo_bank_match', 'no_match_to_undo', 'without a match'), async () => {
    const transaction_id = await line(77);
    const told = await changingNothing(service.database, () =>
      refused(service, 'mx', 'undo_bank_match', { transaction_id }),
    );
    assert.deepEqual([told['code'], told['status']], ['no_match_to_undo', 'unmatched']);
  });

  test('marked as no match, twice, and back', async () => {
    const transaction_id = await line(-1_160);
    assert.equal((await client().mark_no_match({ transaction_id })).match_status, 'no_match');
    await changingNothing(service.database, () => client().mark_no_match({ transaction_id }));
    assert.equal((await client().undo_bank_match({ transaction_id })).match_status, 'unmatched');
  });

  test(declared('mark_no_match', 'transaction_is_confirmed', 'that is confirmed'), async () => {
    const { transaction_id } = await confirmed();
    const told = await refused(service, 'mx', 'mark_no_match', { transaction_id });
    assert.equal(told['code'], 'transaction_is_confirmed');
  });

  for (const tool of ['undo_bank_match', 'mark_no_match'] as const)
    test(declared(tool, 'transaction_not_found', `of another company (${tool})`), async () => {
      const { transaction_id } = await confirmed();
      const told = await changingNothing(service.database, () =>
        refused(service, 'de', tool, { transaction_id }),
      );
      assert.equal(told['code'], 'transaction_not_found');
    });
});
