// list_bank_accounts and get_bank_account: identifiers of the country, what waits, how far it is reconciled.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { declared, refused } from '../support.ts';
import { addAccount, addLine, addStatement, NOW } from './support.ts';

let service: TestService;
let closed: BankAccountId;
let pesos: BankAccountId;
let euros: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { mx, de } = service.entities;
  closed = await addAccount(service, mx, { name: 'Antigua', active: false, account_number_masked: null });
  pesos = await addAccount(service, mx, { clabe: '032180000118359719' });
  euros = await addAccount(service, de, {
    currency: 'EUR',
    name: 'Hausbank',
    iban: 'DE89370400440532013000',
  });
  await addStatement(service, mx, pesos);
  await addLine(service, mx, pesos);
  await addLine(service, mx, pesos, { amount_minor: 2_550, transaction_type: 'debit' });
  await addLine(service, mx, pesos, { match_status: 'suggested' });
  await addLine(service, mx, pesos, { match_status: 'no_match' });
  await addLine(service, mx, pesos, {
    match_status: 'confirmed',
    amount_minor: 99_999,
    matched_at: '2026-03-09 10:00:00.000',
  });
  await addLine(service, mx, closed);
});
after(() => service.close());

test('active accounts come first, with what waits in each', async () => {
  const page = await service.client(service.keys.mx).list_bank_accounts({});
  assert.deepEqual(page.data, [
    {
      object: 'bank_account',
      id: pesos,
      bank_account_id: pesos,
      name: 'BBVA operativa',
      account_type: 'checking',
      account_number_masked: '1971',
      currency: 'MXN',
      active: true,
      unmatched_count: 2,
      suggested_count: 1,
    },
    {
      object: 'bank_account',
      id: closed,
      bank_account_id: closed,
      name: 'Antigua',
      account_type: 'checking',
      account_number_masked: null,
      currency: 'MXN',
      active: false,
      unmatched_count: 1,
      suggested_count: 0,
    },
  ]);
  assert.deepEqual([page.total_count, page.has_more, page.limit], [2, false, 100]);
  const german = await service.client(service.keys.de).list_bank_accounts({});
  assert.deepEqual(
    german.data.map(({ id }) => id),
    [euros],
  );
});

test('an account says its identifiers and how far it is reconciled', async () => {
  const account = await service.client(service.keys.mx).get_bank_account({ bank_account_id: pesos });
  assert.deepEqual(account, {
    object: 'bank_account',
    id: pesos,
    bank_account_id: pesos,
    name: 'BBVA operativa',
    account_type: 'checking',
    account_number_masked: '1971',
    currency: 'MXN',
    active: true,
    unmatched_count: 2,
    suggested_count: 1,
    clabe: '032180000118359719',
    reconciliation: {
      matched_count: 1,
      unmatched_count: 2,
      suggested_count: 1,
      matched_amount: 999.99,
      unmatched_amount: 125.5,
      last_statement_date: '2026-03-31',
      last_matched_at: '2026-03-09T10:00:00.000Z',
    },
    created_at: '2026-03-10T18:00:00.000Z',
    updated_at: '2026-03-10T18:00:00.000Z',
    entity: account.entity,
  });
});

test('a German account has an IBAN and a BIC, and nothing of Mexico', async () => {
  const account = await service.client(service.keys.de).get_bank_account({ bank_account_id: euros });
  assert.deepEqual([account.iban, account.bic], ['DE89370400440532013000', null]);
  assert.ok(!('clabe' in account) && !('routing_number' in account));
  assert.equal(account.reconciliation.last_statement_date, null);
});

test(
  declared('get_bank_account', 'bank_account_not_found', "an unknown account, and another entity's"),
  async () => {
    for (const bank_account_id of [newId('BankAccountId'), euros]) {
      const error = await refused(service, 'mx', 'get_bank_account', { bank_account_id });
      assert.deepEqual(error, {
        code: 'bank_account_not_found',
        path: 'bank_account_id',
        received: bank_account_id,
      });
    }
  },
);
