// confirm_bank_match: lines and documents that cannot be matched, each with its own error and nothing stored.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { newId } from '../../../src/db/ids.ts';
import { addParty } from '../../support/documents.ts';
import { declared } from '../support.ts';
import { bill, confirm, invoice, line, refuse, service, usingConfirmBooks } from './confirm-books.ts';
import { addAccount, addLine } from './support.ts';

usingConfirmBooks();

describe('the transaction', () => {
  test(declared('confirm_bank_match', 'transaction_not_found', 'one that does not exist'), async () => {
    const transaction_id = newId('BankTransactionId');
    assert.deepEqual(await refuse({ transaction_id, matched_record_id: await invoice() }), {
      code: 'transaction_not_found',
      path: 'transaction_id',
      received: transaction_id,
    });
  });

  test(declared('confirm_bank_match', 'transaction_already_confirmed', 'twice'), async () => {
    const other = await addParty(service.database, service.entities.mx, 'Dos Veces');
    const transaction_id = await line();
    const matched_record_id = await invoice({ counterparty_id: other, total: '5000.00' });
    await confirm({ transaction_id, matched_record_id });
    assert.deepEqual(await refuse({ transaction_id, matched_record_id }), {
      code: 'transaction_already_confirmed',
      path: 'transaction_id',
      transaction_id,
    });
  });

  test(
    declared('confirm_bank_match', 'transaction_not_matchable', 'one marked as having no match'),
    async () => {
      const args = {
        transaction_id: await line({ match_status: 'no_match' }),
        matched_record_id: await invoice(),
      };
      assert.deepEqual(await refuse(args), {
        code: 'transaction_not_matchable',
        path: 'transaction_id',
        match_status: 'no_match',
      });
    },
  );

  test(
    declared('confirm_bank_match', 'bank_account_inactive', 'of an account that is not in use'),
    async () => {
      const closed = await addAccount(service, service.entities.mx, { active: false, name: 'Antigua' });
      const transaction_id = await addLine(service, service.entities.mx, closed);
      assert.deepEqual(await refuse({ transaction_id, matched_record_id: await invoice() }), {
        code: 'bank_account_inactive',
        path: 'transaction_id',
        bank_account_id: closed,
        name: 'Antigua',
      });
    },
  );
});

describe('the document', () => {
  test(declared('confirm_bank_match', 'matched_record_not_found', 'one that does not exist'), async () => {
    const matched_record_id = newId('InvoiceId');
    assert.deepEqual(await refuse({ transaction_id: await line(), matched_record_id }), {
      code: 'matched_record_not_found',
      path: 'matched_record_id',
      received: matched_record_id,
    });
  });

  test(declared('confirm_bank_match', 'match_wrong_direction', 'money in settles no bill'), async () => {
    const matched_record_id = await bill();
    assert.deepEqual(await refuse({ transaction_id: await line(), matched_record_id }), {
      code: 'match_wrong_direction',
      path: 'matched_record_id',
      transaction_type: 'credit',
      expected: 'invoices',
      received: matched_record_id,
    });
  });

  test(declared('confirm_bank_match', 'invoice_not_payable', 'a draft'), async () => {
    const matched_record_id = await invoice({ status: 'draft' });
    assert.deepEqual(await refuse({ transaction_id: await line(), matched_record_id }), {
      code: 'invoice_not_payable',
      path: 'matched_record_id',
      status: 'draft',
    });
  });

  test(declared('confirm_bank_match', 'bill_not_payable', 'a rejected bill'), async () => {
    const matched_record_id = await bill({ status: 'rejected' });
    const transaction_id = await line({ transaction_type: 'debit' });
    assert.deepEqual(await refuse({ transaction_id, matched_record_id }), {
      code: 'bill_not_payable',
      path: 'matched_record_id',
      status: 'rejected',
    });
  });

  test(declared('confirm_bank_match', 'invoice_already_paid', 'nothing left'), async () => {
    const matched_record_id = await invoice({ presettled: '1160.00' });
    assert.deepEqual(await refuse({ transaction_id: await line(), matched_record_id }), {
      code: 'invoice_already_paid',
      path: 'matched_record_id',
      total: 1160,
      currency: 'MXN',
    });
  });

  test(declared('confirm_bank_match', 'bill_already_paid', 'nothing left of a bill'), async () => {
    const matched_record_id = await bill({ presettled: '1160.00' });
    const transaction_id = await line({ transaction_type: 'debit' });
    assert.deepEqual(await refuse({ transaction_id, matched_record_id }), {
      code: 'bill_already_paid',
      path: 'matched_record_id',
      total: 1160,
      currency: 'MXN',
    });
  });

  test(
    declared('confirm_bank_match', 'payment_exceeds_balance', 'a part that is more than the invoice owes'),
    async () => {
      const allocations = [{ matched_record_id: await invoice({ total: '1000.00' }), amount: 1160 }];
      assert.deepEqual(await refuse({ transaction_id: await line(), allocations }), {
        code: 'payment_exceeds_balance',
        path: 'allocations[0].amount',
        received: 1160,
        balance_due: 1000,
        currency: 'MXN',
      });
    },
  );

  test(declared('confirm_bank_match', 'payment_too_small', 'less than a cent of the invoice'), async () => {
    const matched_record_id = await invoice({ currency: 'USD' });
    const transaction_id = await line({ amount_minor: 1 });
    assert.deepEqual(await refuse({ transaction_id, matched_record_id }), {
      code: 'payment_too_small',
      path: 'transaction_id',
      received: 0.01,
      currency: 'MXN',
      document_currency: 'USD',
    });
  });

  test('a line of nothing settles nothing', async () => {
    const transaction_id = await line({ amount_minor: 0 });
    const { code, path } = await refuse({ transaction_id, matched_record_id: await invoice() });
    assert.deepEqual({ code, path }, { code: 'payment_too_small', path: 'transaction_id' });
  });

  test('a part below zero is none', async () => {
    const allocations = [
      { matched_record_id: await invoice(), amount: 1260 },
      { matched_record_id: await invoice(), amount: -100 },
    ];
    const { path } = await refuse({ transaction_id: await line(), allocations });
    assert.equal(path, 'allocations[1].amount');
  });

  test(declared('confirm_bank_match', 'exchange_rate_unavailable', 'a currency without a rate'), async () => {
    const matched_record_id = await invoice({ currency: 'CHF' });
    const { code } = await refuse({ transaction_id: await line(), matched_record_id });
    assert.equal(code, 'exchange_rate_unavailable');
  });
});
