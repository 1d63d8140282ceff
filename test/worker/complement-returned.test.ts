// A payment whose complement was cancelled since the bank had taken it back: its documents are owed again, and return_payment
// books the fee and settles the transactions, once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BankTransactionId } from '../../generated/ids.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { ANA, until } from '../support/office.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { callError } from '../support/wire.ts';
import { callLoosely, rowCounts } from '../tools/support.ts';
import {
  complement,
  fileComplement,
  filedInvoice,
  type Loose,
  usingComplementOffice,
} from './complement-office.ts';
import { office, service, start } from './provider.ts';

usingComplementOffice();

const call = (tool: Parameters<typeof callLoosely>[2], args: object): Promise<Loose> =>
  callLoosely(service, 'mx', tool, args);

/** What is written; others write the trail meanwhile. */
const written = async () => {
  const { audit, event, ledger_entry, bank_return } = await rowCounts(service.database);
  return { audit, event, ledger_entry, bank_return };
};
const refuse = async (asked: object): Promise<Record<string, unknown>> => {
  const before = await written();
  const told = await callError(service.url, service.keys.mx, 'return_payment', asked);
  assert.deepEqual(await written(), before);
  return told;
};

/** 1,160.00 came, its complement was filed and cancelled, and the payment was reversed with it. */
const cancelled = async () => {
  start();
  const invoice = await filedInvoice();
  const account = await addAccount(service, service.entities.mx);
  const date = (await office.get('mx', invoice)).issue_date;
  const add = async (amount_minor: number, facts = {}) =>
    (await addLine(service, service.entities.mx, account, {
      amount_minor,
      date,
      ...facts,
    })) as BankTransactionId;
  const sent = await add(116_000);
  const { payment } = await call('confirm_bank_match', { transaction_id: sent, matched_record_id: invoice });
  await fileComplement(payment.id);
  const back = (amount_minor: number) =>
    add(amount_minor, { transaction_type: 'debit', description: 'CHEQUE DEVUELTO' });
  const taken = await back(120_000);
  const asked = { payment_id: payment.id, transaction_id: taken, fee: 40 };
  const first = await refuse(asked);
  assert.equal(first['code'], 'complement_to_cancel_first');
  await office.admin.json('payment', 'reverse', payment.id, '--reason=Devuelto', `--by=${ANA}`);
  await until(
    () => office.get('mx', invoice),
    ({ balance_due }) => balance_due === 1160,
  );
  assert.equal((await complement(payment.id)).status, 'void');
  const lines = async () => {
    const { data } = await call('search_bank_transactions', { bank_account_id: account });
    return Object.fromEntries(
      data.map(({ transaction_id, match_status, transfer }: Loose) => [
        transaction_id,
        [match_status, transfer?.status ?? null, transfer?.peer_transaction_id ?? null],
      ]),
    );
  };
  const allFees = async (): Promise<readonly number[]> => {
    const { counterparty_id } = (await office.get('mx', invoice)) as Loose;
    const { currencies } = await call('generate_ledger', { counterparty_id });
    return currencies[0].entries
      .filter(({ entry_type }: Loose) => entry_type === 'bank_fee')
      .map(({ debit, credit }: Loose) => credit - debit);
  };
  // The tests have one customer.
  const earlier = (await allFees()).length;
  const fees = async () => (await allFees()).slice(earlier);
  return { invoice, sent, taken, asked, back, lines, fees };
};

const differences = () => ledgerDifferences(service.database, service.entities.mx);

describe('a return whose complement was cancelled', () => {
  test('the fee is booked once, the transactions are settled, and an undo takes it back', async () => {
    const { invoice, sent, taken, asked, back, lines, fees } = await cancelled();
    const before = await lines();
    assert.deepEqual([before[sent][0], before[taken][0]], ['unmatched', 'unmatched']);
    const answer = await call('return_payment', asked);
    assert.deepEqual(
      [answer.status, answer.fee, answer.transaction_id, answer.sent_transaction_id],
      ['reversed', 40, taken, sent],
    );
    const after = await lines();
    assert.deepEqual(after[sent], ['confirmed', 'returned', taken]);
    assert.deepEqual(after[taken], ['confirmed', 'returned', sent]);
    assert.equal((await fees()).length, 1);
    assert.equal((await office.get('mx', invoice)).balance_due, 1160);
    assert.deepEqual(await differences(), []);
    for (const transaction_id of [taken, await back(120_000)]) {
      const told = await refuse({ ...asked, transaction_id });
      assert.equal(told['code'], 'payment_reversed');
    }
    await call('undo_bank_match', { transaction_id: sent });
    const undone = await lines();
    assert.deepEqual([undone[sent], undone[taken]], [before[sent], before[taken]]);
    assert.equal(
      (await fees()).reduce((sum, fee) => sum + fee, 0),
      0,
    );
    assert.equal((await office.get('mx', invoice)).balance_due, 1160);
    assert.deepEqual(await differences(), []);
    assert.equal((await call('return_payment', asked)).fee, 40);
  });

  test('not for money that has paid something since', async () => {
    const { invoice, sent, asked, fees } = await cancelled();
    await call('confirm_bank_match', { transaction_id: sent, matched_record_id: invoice });
    const told = await refuse(asked);
    assert.deepEqual([told['code'], told['transaction_id']], ['transaction_already_confirmed', sent]);
    assert.deepEqual(await fees(), []);
  });

  test('asked for at the same time, it is booked once', async () => {
    const { asked, fees } = await cancelled();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => call('return_payment', asked)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await fees()).length, 1);
    assert.deepEqual(await differences(), []);
  });
});
