// What settles without money, where things have changed in between: suggestions, releases, parallel confirms, last cents.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shareOf, takeOffTaxes } from '../../../src/domain/documents/payments/causes.ts';
import { codesOf } from '../support.ts';
import {
  bankAccount,
  client,
  confirm,
  customer,
  invoice,
  ledgerOf,
  line,
  owed,
  service,
  usingCauseBooks,
} from './causes-books.ts';

usingCauseBooks();

const RATES = [
  { tax: 'VAT', category: 'S', rate: '19', base: '100.00', amount: '19.00' },
  { tax: 'VAT', category: 'S', rate: '7', base: '100.00', amount: '7.00' },
  { tax: 'VAT', category: 'AE', rate: '0', base: '100.00', amount: '0.00' },
] as const;

test('shares of taxes come to the amount, to the last cent', () => {
  for (const minor of [1, 2, 3, 7, 651, 32_600]) {
    const taxes = takeOffTaxes(RATES, minor, 'EUR');
    const sum = taxes.reduce((all, { base_minor, tax_minor }) => all + base_minor + tax_minor, 0);
    assert.equal(sum, minor);
    assert.ok(taxes.every(({ category, tax_minor }) => category !== 'AE' || tax_minor === 0));
    const half = shareOf(taxes, Math.floor(minor / 2));
    assert.equal(
      half.reduce((all, { base_minor, tax_minor }) => all + base_minor + tax_minor, 0),
      Math.floor(minor / 2),
    );
  }
});

/** A line of 1,166.20 that is suggested for the invoice, less 23.80. */
const suggested = async (invoice_id: string, amount_minor = 116_620) => {
  const transaction_id = await line({ amount_minor });
  await service.database.kysely
    .insertInto('bank_suggestion')
    .values({
      entity_id: service.entities.de,
      bank_transaction_id: transaction_id,
      position: 1,
      record_type: 'invoice',
      record_id: invoice_id,
      amount_minor: 119_000,
      difference_minor: amount_minor - 119_000,
      difference_as: 'early_payment_discount',
      confidence: '0.8',
      reasons: '[]',
      evidence: null,
      run_id: 'mrun_01arz3ndektsv4rrffq69g5fav',
      created_at: '2026-03-10 00:00:00.000',
    })
    .execute();
  await service.database.kysely
    .updateTable('bank_transaction')
    .set({ match_status: 'suggested' })
    .where('id', '=', transaction_id)
    .execute();
  return transaction_id;
};

test('a suggestion is confirmed with its cause', async () => {
  const who = await customer('Vorschlag GmbH', '9/1');
  const id = await invoice(who);
  const answer = await confirm({ transaction_id: await suggested(id), matched_record_id: id });
  assert.deepEqual(
    [codesOf(answer.warnings), await owed(id), (await ledgerOf(who)).closing],
    [['cause_booked'], 0, 0],
  );
});

test('a cause that was suggested for another balance is not booked', async () => {
  const who = await customer('Geändert GmbH', '9/1');
  const id = await invoice(who);
  const transaction_id = await suggested(id, 110_000);
  await service.database.kysely
    .updateTable('invoice')
    .set({ balance_minor: 118_000, credited_minor: 1000 })
    .where('id', '=', id)
    .execute();
  const answer = await confirm({ transaction_id, matched_record_id: id });
  assert.deepEqual([codesOf(answer.warnings), await owed(id)], [['residual_left'], 80]);
});

test('whoever names an amount for the suggested invoice says what was paid of it', async () => {
  const id = await invoice(await customer('Teil GmbH', '9/1'));
  const transaction_id = await suggested(id);
  await confirm({ transaction_id, allocations: [{ matched_record_id: id, amount: 1166.2 }] });
  assert.equal(await owed(id), 23.8);
});

test('of two lines that are confirmed at once for one invoice one closes it', async () => {
  const who = await customer('Zugleich GmbH', '2/14');
  const id = await invoice(who);
  const lines = [await line(), await line({ description: 'Noch eine' })];
  const done = await Promise.allSettled(
    lines.map((transaction_id) =>
      confirm({ transaction_id, matched_record_id: id, additional_payment: true }),
    ),
  );
  assert.deepEqual(done.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  assert.deepEqual([await owed(id), (await ledgerOf(who)).closing], [0, 0]);
});

test('a run settles a list of invoices once', async () => {
  const who = await customer('Liste Handels GmbH', '2/14');
  const ids = [
    await invoice(who, { series: 'RE', number: '7701' }),
    await invoice(who, { series: 'RE', number: '7702' }),
  ];
  const facts = {
    description: 'RE-7701 RE-7702 Liste Handels GmbH',
    counterparty_hint: 'Liste Handels GmbH',
  };
  await line({ amount_minor: 233_240, ...facts });
  await client().run_ai_matching({ bank_account_id: bankAccount() });
  const left = await Promise.all(ids.map(owed));
  assert.equal(
    (await ledgerOf(who)).closing,
    left.reduce((sum, each) => sum + each, 0),
  );
});
