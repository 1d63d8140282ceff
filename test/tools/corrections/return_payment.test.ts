// A payment that the bank took back: documents are owed again, the fee is booked apart, and every transaction is settled.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { BankAccountId, BankTransactionId, CounterpartyId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addBill, addInvoice, addParty } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, type LineFacts } from '../bank/support.ts';
import { changingNothing, refused } from '../support.ts';

let service: TestService;
let account: BankAccountId;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-11-20T12:00:00Z'));
  account = await addAccount(service, service.entities.de, { currency: 'EUR' });
});
after(async () => {
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.de), []);
  await service.close();
});

const client = () => service.client(service.keys.de);
const customer = (): Promise<CounterpartyId> =>
  addParty(service.database, service.entities.de, 'Bäckerei Huber');

const line = (amount_minor: number, facts: LineFacts = {}): Promise<BankTransactionId> =>
  addLine(service, service.entities.de, account, {
    amount_minor,
    currency: 'EUR',
    date: '2026-09-01',
    ...facts,
  }) as Promise<BankTransactionId>;

const back = (amount_minor: number, date = '2026-09-22', facts: LineFacts = {}) =>
  line(amount_minor, {
    date,
    transaction_type: 'debit',
    description: 'SEPA RUECKLASTSCHRIFT MS03',
    ...facts,
  });

/** 130.90 debited on 1 September and confirmed. */
const paid = async () => {
  const counterparty_id = await customer();
  const invoice_id = await addInvoice(service.database, service.entities.de, {
    counterparty_id,
    total: '130.90',
    currency: 'EUR',
    due_date: '2026-09-10',
  });
  const sent = await line(13_090);
  const { payment } = await client().confirm_bank_match({
    transaction_id: sent,
    matched_record_id: invoice_id,
  });
  assert.ok(payment !== null);
  return { counterparty_id, invoice_id, sent, payment_id: payment.id };
};

const owed = async (invoice_id: Awaited<ReturnType<typeof paid>>['invoice_id']) =>
  (await client().get_invoice({ invoice_id })).balance_due;

const ledgerOf = async (counterparty_id: CounterpartyId) => {
  const { currencies } = await client().generate_ledger({ counterparty_id });
  return (currencies?.[0]?.entries ?? []).map(({ date, entry_type, debit, credit }) => [
    date,
    entry_type,
    debit,
    credit,
  ]);
};

const statusOf = async (id: BankTransactionId) => {
  let cursor: string | undefined;
  for (;;) {
    const asked = { bank_account_id: account, limit: 50, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client().search_bank_transactions(asked);
    const found = page.data.find(({ transaction_id }) => transaction_id === id);
    if (found !== undefined)
      return [found.match_status, found.transfer?.status, found.transfer?.peer_transaction_id];
    cursor = page.next_cursor ?? assert.fail(`${id} is not listed`);
  }
};

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

const refuse = (args: object) =>
  changingNothing(service.database, () => refused(service, 'de', 'return_payment', args));

describe('a returned debit', () => {
  test('with the fee inside: whole answer, balances, ledger, lines; undone, all is as before', async () => {
    const { counterparty_id, invoice_id, sent, payment_id } = await paid();
    const took = await back(13_390);
    const answer = await client().return_payment({ payment_id, transaction_id: took, fee: 3 });
    const { entity: _entity, counterparty_name: _name, ...facts } = answer;
    assert.deepEqual(facts, {
      object: 'invoice_payment',
      id: payment_id,
      payment_id,
      status: 'reversed',
      amount: 130.9,
      currency: 'EUR',
      fee: 3,
      unauthorised: false,
      reversed_on: '2026-09-22',
      transaction_id: took,
      sent_transaction_id: sent,
      fee_transaction_id: null,
      warnings: [],
      idempotent_replay: false,
    });
    assert.equal(await owed(invoice_id), 130.9);
    assert.deepEqual(await statusOf(took), ['confirmed', 'returned', sent]);
    assert.deepEqual(await statusOf(sent), ['confirmed', 'returned', took]);
    const entries = await ledgerOf(counterparty_id);
    assert.deepEqual(entries.slice(1).toSorted(byText), [
      ['2026-09-01', 'invoice_payment', 0, 130.9],
      ['2026-09-22', 'bank_fee', 0, 3],
      ['2026-09-22', 'reversal', 130.9, 0],
      ['2026-09-22', 'reversal', 3, 0],
    ]);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.de), []);

    const undone = await client().undo_bank_match({ transaction_id: took });
    assert.deepEqual([undone.match_status, undone.transfer], ['unmatched', null]);
    assert.equal(await owed(invoice_id), 0);
    assert.deepEqual(await statusOf(sent), ['confirmed', undefined, undefined]);
    assert.deepEqual(await ledgerDifferences(service.database, service.entities.de), []);
    // And the match below it can be undone like any other.
    await client().undo_bank_match({ transaction_id: sent });
    assert.equal(await owed(invoice_id), 130.9);
  });

  test('with the fee apart; undone from the line that had brought the money', async () => {
    const { invoice_id, sent, payment_id } = await paid();
    const took = await back(13_090);
    const fee_transaction_id = await back(600, '2026-09-22', { description: 'ENTGELT RUECKLASTSCHRIFT' });
    const answer = await client().return_payment({ payment_id, transaction_id: took, fee_transaction_id });
    assert.deepEqual([answer.fee, answer.fee_transaction_id], [6, fee_transaction_id]);
    assert.deepEqual(await statusOf(fee_transaction_id), ['confirmed', 'returned', took]);
    assert.equal(await owed(invoice_id), 130.9);
    await client().undo_bank_match({ transaction_id: sent });
    assert.deepEqual(
      [await statusOf(took), await statusOf(fee_transaction_id)],
      [
        ['unmatched', undefined, undefined],
        ['unmatched', undefined, undefined],
      ],
    );
    assert.equal(await owed(invoice_id), 0);
    // Once more, and from the fee.
    await client().return_payment({ payment_id, transaction_id: took, fee_transaction_id, fee: 6 });
    await client().undo_bank_match({ transaction_id: fee_transaction_id });
    assert.equal(await owed(invoice_id), 0);
  });

  test('of a payment that was recorded without a transaction', async () => {
    const counterparty_id = await customer();
    const invoice_id = await addInvoice(service.database, service.entities.de, {
      counterparty_id,
      total: '130.90',
      currency: 'EUR',
    });
    const { id: payment_id } = await client().record_invoice_payment({
      invoice_id,
      amount: 130.9,
      payment_date: '2026-09-01',
    });
    const took = await back(13_090);
    const answer = await client().return_payment({ payment_id, transaction_id: took });
    assert.deepEqual([answer.sent_transaction_id, answer.fee], [null, 0]);
    assert.deepEqual(await statusOf(took), ['confirmed', undefined, undefined]);
    await client().undo_bank_match({ transaction_id: took });
    assert.equal(await owed(invoice_id), 0);
    assert.deepEqual(await statusOf(took), ['unmatched', undefined, undefined]);
  });

  test('eight weeks, and thirteen months where nobody had authorised it', async () => {
    const { invoice_id, payment_id } = await paid();
    const last = await back(13_090, '2026-10-27');
    const late = { last: '2026-10-27', paid_on: '2026-09-01', date: '2026-10-28' };
    const told = await refuse({ payment_id, transaction_id: await back(13_090, '2026-10-28') });
    assert.deepEqual([told['code'], told['last'], told['date']], ['return_too_late', late.last, late.date]);
    await client().return_payment({ payment_id, transaction_id: last });
    await client().undo_bank_match({ transaction_id: last });
    const later = await refuse({
      payment_id,
      transaction_id: await back(13_090, '2027-10-02'),
      unauthorised: true,
    });
    assert.deepEqual([later['code'], later['last']], ['return_too_late', '2027-10-01']);
    const found = await client().return_payment({
      payment_id,
      transaction_id: await back(13_090, '2027-10-01'),
      unauthorised: true,
    });
    assert.deepEqual([found.unauthorised, await owed(invoice_id)], [true, 130.9]);
  });
});

test('a returned cheque of Mexico, eight weeks later and thirteen months later, the fee inside and apart', async () => {
  const mx = service.client(service.keys.mx);
  const entity = service.entities.mx;
  const own = await addAccount(service, entity);
  for (const [date, unauthorised, apart] of [
    ['2026-10-27', false, true],
    ['2027-10-01', true, false],
  ] as const) {
    const counterparty_id = await addParty(service.database, entity, 'Hoteles Tepozán');
    const facts = { counterparty_id, total: '1160.00', currency: 'MXN' };
    const invoice_id = await addInvoice(service.database, entity, facts);
    const add = (amount_minor: number, more: LineFacts = {}) =>
      addLine(service, entity, own, {
        amount_minor,
        date: '2026-09-01',
        ...more,
      }) as Promise<BankTransactionId>;
    const sent = await add(116_000);
    const { payment } = await mx.confirm_bank_match({ transaction_id: sent, matched_record_id: invoice_id });
    const payment_id = payment?.id ?? assert.fail('no payment');
    const taken = { date, transaction_type: 'debit', description: 'CHEQUE DEVUELTO' } as const;
    const transaction_id = await add(apart ? 116_000 : 220_400, taken);
    const fee = apart ? { fee_transaction_id: await add(104_400, taken) } : { fee: 1044 };
    const told = await mx.return_payment({ payment_id, transaction_id, unauthorised, ...fee });
    assert.deepEqual([told.fee, told.unauthorised], [1044, unauthorised]);
    assert.equal((await mx.get_invoice({ invoice_id })).balance_due, 1160);
    await mx.undo_bank_match({ transaction_id });
    assert.equal((await mx.get_invoice({ invoice_id })).balance_due, 0);
  }
  assert.deepEqual(await ledgerDifferences(service.database, entity), []);
});

test('an explanation names the payment, the fee inside and the call', async () => {
  const { payment_id, sent } = await paid();
  const took = await back(13_390, '2026-09-22', {
    description: 'RUECKLASTSCHRIFT UEBERWEISUNG MD01',
    counterparty_hint: 'Anna Sonderbar',
  });
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ counterparty_hint: 'Anna Sonderbar' })
    .where('id', '=', sent)
    .execute();
  const told = await client().explain_bank_transaction({ transaction_id: took });
  assert.equal(
    told.reasons[0],
    `It may take back the payment ${payment_id} of 2026-09-01, with a fee of 3 EUR inside`,
  );
  assert.equal(
    told.next_steps[0],
    `If the payment ${payment_id} came back: return_payment with payment_id ${payment_id}, transaction_id ${took}, unauthorised true and fee 3.`,
  );
  await client().return_payment({ payment_id, transaction_id: took, fee: 3, unauthorised: true });
  const after = await client().explain_bank_transaction({ transaction_id: took });
  assert.deepEqual(after.reasons, ['It belongs to a payment that the bank took back']);
});

test('a transfer of ours that comes back, less the fee', async () => {
  const counterparty_id = await customer();
  const bill_id = await addBill(service.database, service.entities.de, {
    counterparty_id,
    total: '580.00',
    currency: 'EUR',
  });
  const sent = await line(58_000, { transaction_type: 'debit' });
  const { payment } = await client().confirm_bank_match({ transaction_id: sent, matched_record_id: bill_id });
  const payment_id = payment?.id ?? assert.fail('no payment');
  const came = await line(57_500, { date: '2026-09-03', description: 'RETOURE AC04' });
  const named = await refuse({ payment_id, transaction_id: came });
  assert.deepEqual([named['code'], named['fee']], ['return_fee_to_name', { amount: 5, currency: 'EUR' }]);
  const answer = await client().return_payment({ payment_id, transaction_id: came, fee: 5 });
  assert.deepEqual([answer.object, answer.fee], ['bill_payment', 5]);
  assert.equal((await client().get_bill({ bill_id })).balance_due, 580);
  await client().undo_bank_match({ transaction_id: came });
  assert.equal((await client().get_bill({ bill_id })).balance_due, 0);
});

describe('refused, and nothing is written', () => {
  const cases: readonly (readonly [
    title: string,
    code: string,
    args: (made: Awaited<ReturnType<typeof paid>>) => Promise<Partial<InputOf<'return_payment'>>>,
  ])[] = [
    ['a payment of nobody', 'payment_not_found', async () => ({ payment_id: newId('InvoicePaymentId') })],
    ['no such line', 'transaction_not_found', async () => ({ transaction_id: newId('BankTransactionId') })],
    [
      'a fee of no line',
      'transaction_not_found',
      async () => ({ fee_transaction_id: newId('BankTransactionId') }),
    ],
    ['money the same way', 'return_wrong_direction', async () => ({ transaction_id: await line(13_090) })],
    [
      'a fee that came in',
      'return_wrong_direction',
      async () => ({ fee_transaction_id: await line(300), fee: 3 }),
    ],
    [
      'another currency',
      'return_other_currency',
      async () => ({ transaction_id: await back(13_090, '2026-09-22', { currency: 'USD' }) }),
    ],
    ['a part', 'return_amounts_differ', async () => ({ transaction_id: await back(10_000) })],
    ['a fee that is not there', 'return_amounts_differ', async () => ({ fee: 3 })],
    [
      'another fee than the one inside',
      'return_amounts_differ',
      async () => ({ transaction_id: await back(13_390), fee: 4 }),
    ],
    ['a fee not named', 'return_fee_to_name', async () => ({ transaction_id: await back(13_390) })],
    [
      'no fee at all',
      'return_fee_too_large',
      async () => ({ transaction_id: await back(20_000), fee: 69.1 }),
    ],
    [
      'before the payment',
      'return_before_payment',
      async () => ({ transaction_id: await back(13_090, '2026-08-31') }),
    ],
    [
      'a line marked as settling nothing',
      'transaction_not_matchable',
      async () => ({ transaction_id: await back(13_090, '2026-09-22', { match_status: 'no_match' }) }),
    ],
    [
      'the line of another payment',
      'transaction_already_confirmed',
      async () => ({ transaction_id: (await paid()).sent }),
    ],
  ];
  for (const [title, code, args] of cases)
    test(`${title}: ${code}`, async () => {
      const made = await paid();
      const whole = {
        payment_id: made.payment_id,
        transaction_id: await back(13_090),
        ...(await args(made)),
      };
      assert.equal((await refuse(whole))['code'], code);
    });

  test('returned once already, confirmed already, and of another company', async () => {
    const [one, other] = [await paid(), await paid()];
    const transaction_id = await back(13_090);
    await client().return_payment({ payment_id: one.payment_id, transaction_id });
    const twice = { payment_id: one.payment_id, transaction_id: await back(13_090) };
    assert.equal((await refuse(twice))['code'], 'payment_reversed');
    const taken = { payment_id: other.payment_id, transaction_id };
    assert.equal((await refuse(taken))['code'], 'transaction_already_confirmed');
    const foreign = await changingNothing(service.database, () =>
      refused(service, 'mx', 'return_payment', taken),
    );
    assert.equal(foreign['code'], 'payment_not_found');
  });

  test('undone after the invoice was paid otherwise', async () => {
    const { invoice_id, payment_id } = await paid();
    const transaction_id = await back(13_090);
    await client().return_payment({ payment_id, transaction_id });
    await client().record_invoice_payment({ invoice_id, amount: 100 });
    const told = await changingNothing(service.database, () =>
      refused(service, 'de', 'undo_bank_match', { transaction_id }),
    );
    assert.equal(told['code'], 'return_settled_since');
  });
});

test('asked for at the same time, it is booked once', async () => {
  const { invoice_id, payment_id } = await paid();
  const [one, other] = [await back(13_090), await back(13_090)];
  const answers = await Promise.allSettled(
    [one, other, one, other].map((transaction_id) => client().return_payment({ payment_id, transaction_id })),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(await owed(invoice_id), 130.9);
  const states = [await statusOf(one), await statusOf(other)].map(([status]) => status);
  assert.deepEqual(states.toSorted(byText), ['confirmed', 'unmatched']);
});
