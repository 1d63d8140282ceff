// A line far above the balance: rather of another document, so who means it says so.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { BankAccountId, BankTransactionId, CounterpartyId } from '../../../generated/ids.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { codesOf, declared, refused, warned } from '../support.ts';
import { addAccount, addLine, NOW } from './support.ts';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
const line = (amount_minor: number, transaction_type: 'credit' | 'debit' = 'credit') =>
  addLine(service, service.entities.mx, account, {
    amount_minor,
    transaction_type,
  }) as Promise<BankTransactionId>;
const invoice = (total: string) =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total });

describe('a line above the balance', () => {
  before(async () => {
    party = await addParty(service.database, service.entities.mx, 'Cliente del excedente');
  });

  test(declared('confirm_bank_match', 'surplus_to_confirm', 'more than ten times it'), async () => {
    const [transaction_id, matched_record_id] = [await line(1_000_001), await invoice('1000.00')];
    const error = await refused(service, 'mx', 'confirm_bank_match', { transaction_id, matched_record_id });
    assert.deepEqual(error, {
      code: 'surplus_to_confirm',
      path: 'matched_record_id',
      transaction_amount: 10_000.01,
      balance_due: 1000,
      surplus: 9000.01,
      currency: 'MXN',
    });
    const { payment, warnings } = await client().confirm_bank_match({
      transaction_id,
      matched_record_id,
      confirm_surplus: true,
    });
    assert.deepEqual([payment?.unallocated_amount, codesOf(warnings)], [9000.01, ['surplus_on_account']]);
  });

  test(warned('confirm_bank_match', 'surplus_on_account', 'up to ten times it'), async () => {
    const { payment, warnings } = await client().confirm_bank_match({
      transaction_id: await line(1_000_000),
      matched_record_id: await invoice('1000.00'),
    });
    assert.deepEqual([payment?.unallocated_amount, codesOf(warnings)], [9000, ['surplus_on_account']]);
  });

  test('of a bill, and of a bill that the parts name', async () => {
    const counterparty_id = party;
    const bill = () => addBill(service.database, service.entities.mx, { counterparty_id, total: '100.00' });
    const [matched_record_id, transaction_id] = [await bill(), await line(200_000, 'debit')];
    const whole = { transaction_id, matched_record_id };
    assert.equal((await refused(service, 'mx', 'confirm_bank_match', whole))['path'], 'matched_record_id');
    const allocations = [
      { matched_record_id, amount: 100 },
      { matched_record_id: await bill(), amount: 1900 },
    ];
    const parts = { transaction_id, allocations };
    const error = await refused(service, 'mx', 'confirm_bank_match', parts);
    assert.deepEqual(
      [error['code'], error['path']],
      ['surplus_to_confirm', 'allocations[1].matched_record_id'],
    );
    const { warnings } = await client().confirm_bank_match({ ...parts, confirm_surplus: true });
    assert.deepEqual(codesOf(warnings), ['bill_overpaid']);
  });
});

test('the standing is one in lists, summary, portfolio and ledger', async () => {
  party = await addParty(service.database, service.entities.mx, 'Dos facturas');
  const matched_record_id = await invoice('1000.00');
  await invoice('700.00');
  await client().confirm_bank_match({ transaction_id: await line(150_000), matched_record_id });
  const own = { open: 700, credit: 500, net: 200 };
  const { data } = await client().list_counterparties({ query: 'Dos facturas' });
  assert.deepEqual(data[0]?.receivable_balance, [{ currency: 'MXN', amount: 700, ...own }]);
  const { standing, currencies } = await client().generate_ledger({ counterparty_id: party });
  assert.deepEqual(standing, [{ ledger: 'ar', currency: 'MXN', ...own }]);
  assert.deepEqual([currencies?.[0]?.totals.closing_balance], [200]);
  const whole = await client().generate_ledger({ type: 'ar' });
  const { receivable, payable } = await client().get_payment_summary({});
  const [pesos, paid] = [receivable[0], payable[0]];
  assert.equal(pesos?.net, whole.currencies?.[0]?.totals.closing_balance);
  assert.equal(pesos?.net, pesos === undefined ? null : pesos.open - pesos.credit);
  assert.deepEqual([paid?.open, paid?.credit, paid?.net], [0, 1800, -1800]);
});
