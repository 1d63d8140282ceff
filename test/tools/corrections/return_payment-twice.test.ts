// The same return in two files, and twice in one: nothing is booked twice, and what is left over stays to be explained.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BankAccountId } from '../../../generated/ids.ts';
import type { IsoDay } from '../../../src/base/time/day.ts';
import { IBAN, type Movement, toCamt, toCsv, toMt940 } from '../../domain/bank-statements/writers.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount } from '../bank/support.ts';
import { changingNothing, refused } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T12:00:00Z'));
});
after(async () => {
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.de), []);
  await service.close();
});

const client = () => service.client(service.keys.de);
const movement = (date: string, signed_minor: number, description: string): Movement => ({
  date: date as IsoDay,
  signed_minor,
  description,
  reference: null,
  counterparty: 'Annegret Vogel',
  party_account: null,
});
const SENT = movement('2026-11-02', 13_090, 'RE-2026-0405');
const BACK = movement('2026-11-05', -13_390, 'RUECKLASTSCHRIFT MS03 RE-2026-0405');

const opened = async () => {
  const counterparty_id = await addParty(service.database, service.entities.de, 'Annegret Vogel');
  const invoice_id = await addInvoice(service.database, service.entities.de, {
    counterparty_id,
    total: '130.90',
    currency: 'EUR',
  });
  await service.database.kysely.updateTable('bank_account').set({ iban: null }).execute();
  const bank_account_id: BankAccountId = await addAccount(service, service.entities.de, {
    currency: 'EUR',
    iban: IBAN,
  });
  const take = async (content: string) => {
    const { imported, duplicates } = await client().import_statement({ bank_account_id, content });
    return [imported, duplicates];
  };
  const lines = async () => (await client().search_bank_transactions({ bank_account_id })).data;
  const backs = async () =>
    (await lines())
      .filter(({ transaction_type }) => transaction_type === 'debit')
      .map((line) => line.transaction_id);
  const facts = async () => {
    const { currencies } = await client().generate_ledger({ counterparty_id });
    const fees = (currencies?.[0]?.entries ?? []).filter(({ entry_type }) => entry_type === 'bank_fee');
    return [(await client().get_invoice({ invoice_id })).balance_due, fees.length];
  };
  const pay = async (transaction_id = '') => {
    const { payment } = await client().confirm_bank_match({
      transaction_id: transaction_id as Awaited<ReturnType<typeof backs>>[number],
      matched_record_id: invoice_id,
    });
    return payment?.id ?? assert.fail('no payment');
  };
  return { take, lines, backs, facts, pay };
};

test('in two files of different formats', async () => {
  const { take, lines, backs, facts, pay } = await opened();
  assert.deepEqual(await take(toCamt([SENT])), [1, 0]);
  const payment_id = await pay((await lines())[0]?.transaction_id);
  assert.deepEqual(await take(toCsv([BACK])), [1, 0]);
  const [transaction_id = assert.fail('no line')] = await backs();
  await client().return_payment({ payment_id, transaction_id, fee: 3 });
  assert.deepEqual(await facts(), [130.9, 1]);
  for (const write of [toMt940, toCamt, toCsv]) assert.deepEqual(await take(write([SENT, BACK])), [0, 2]);
  assert.deepEqual(await backs(), [transaction_id]);
  const told = await changingNothing(service.database, () =>
    refused(service, 'de', 'return_payment', { payment_id, transaction_id, fee: 3 }),
  );
  assert.equal(told['code'], 'payment_reversed');
  assert.deepEqual(await facts(), [130.9, 1]);
});

test('twice in one file: the second is a movement of its own, and no second return of this payment', async () => {
  const { take, lines, backs, facts, pay } = await opened();
  assert.deepEqual(await take(toCsv([SENT, BACK, BACK])), [3, 0]);
  const payment_id = await pay((await lines()).find(({ amount }) => amount === 130.9)?.transaction_id);
  const [first = assert.fail('no line'), second = assert.fail('no second line')] = await backs();
  await client().return_payment({ payment_id, transaction_id: first, fee: 3 });
  const told = await changingNothing(service.database, () =>
    refused(service, 'de', 'return_payment', { payment_id, transaction_id: second, fee: 3 }),
  );
  assert.equal(told['code'], 'payment_reversed');
  assert.deepEqual(await facts(), [130.9, 1]);
  const left = (await lines()).find(({ transaction_id }) => transaction_id === second);
  assert.notEqual(left?.match_status, 'confirmed');
  assert.deepEqual(await take(toCsv([SENT, BACK, BACK])), [0, 3]);
});
