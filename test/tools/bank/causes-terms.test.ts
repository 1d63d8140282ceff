// Which discounts are booked by themselves: lists, credited and part-paid invoices, the last of the days, and who says so.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { adminOn } from '../../admin/support.ts';
import { codesOf, warned } from '../support.ts';
import {
  bankAccount,
  client,
  confirm,
  customer,
  invoice,
  ledgerOf,
  line,
  NOW,
  owed,
  refuse,
  service,
  usingCauseBooks,
} from './causes-books.ts';

usingCauseBooks();

const TERMS = [{ percent: '2', days: 14 }];
const split = (...ids: readonly string[]) =>
  ids.map((matched_record_id) => ({ matched_record_id, amount: 1190 }));
describe('a payment of two invoices', () => {
  test('takes the discount off the one whose terms offer it', async () => {
    const who = await customer('Eine von zweien GmbH');
    const [old, fresh] = [
      await invoice(who, { issue_date: '2026-01-02' }),
      await invoice(who, { terms: TERMS }),
    ];
    const answer = await confirm({
      transaction_id: await line({ amount_minor: 235_620 }),
      allocations: split(old, fresh),
      difference_as: 'early_payment_discount',
    });
    assert.deepEqual(
      answer.matches.map(({ matched_record_id, difference_amount }) => [
        matched_record_id,
        difference_amount,
      ]),
      [
        [old, null],
        [fresh, -23.8],
      ],
    );
    assert.deepEqual([await owed(old), await owed(fresh), (await ledgerOf(who)).closing], [0, 0, 0]);
  });

  test('with a discount on neither is shared between them as the caller says', async () => {
    const who = await customer('Beide GmbH', '9/1');
    const ids = [await invoice(who), await invoice(who)] as const;
    const answer = await confirm({
      transaction_id: await line({ amount_minor: 233_240 }),
      allocations: split(...ids),
      difference_as: 'early_payment_discount',
    });
    assert.deepEqual(codesOf(answer.warnings), ['cause_booked', 'cause_booked']);
    assert.deepEqual([await owed(ids[0]), await owed(ids[1])], [0, 0]);
  });

  test('listed in a run is settled once, with the discount of each', async () => {
    const who = await customer('Zwei gelistet GmbH', '2/14');
    const ids = [
      await invoice(who, { series: 'RE', number: '8801' }),
      await invoice(who, { series: 'RE', number: '8802' }),
    ] as const;
    const facts = {
      description: 'RE-8801 RE-8802 Zwei gelistet GmbH',
      counterparty_hint: 'Zwei gelistet GmbH',
    };
    const transaction_id = await line({ amount_minor: 233_240, ...facts });
    await client().run_ai_matching({ bank_account_id: bankAccount() });
    const { data } = await client().search_bank_transactions({ bank_account_id: bankAccount(), limit: 50 });
    const { suggestions = [], match_status } = data.find(({ id }) => id === transaction_id) ?? {};
    const allocations = suggestions.map(({ matched_record_id, amount }) => ({ matched_record_id, amount }));
    // As it is suggested, and no word of the cause.
    if (match_status === 'suggested') await confirm({ transaction_id, allocations });
    assert.deepEqual([await owed(ids[0]), await owed(ids[1])], [0, 0]);
    const booked = await ledgerOf(who);
    assert.deepEqual(booked, {
      closing: 0,
      entries: [
        ['early_payment_discount', 0, 23.8],
        ['early_payment_discount', 0, 23.8],
        ['invoice', 1190, 0],
        ['invoice', 1190, 0],
        ['invoice_payment', 0, 1166.2],
        ['invoice_payment', 0, 1166.2],
      ],
    });
  });
});

describe('who says so', () => {
  const CASES = [
    ['the invoice', { terms: TERMS }, '4/10', 'invoice'],
    ['what was agreed', {}, '2/14', 'counterparty'],
    ['only the country', {}, null, 'country'],
  ] as const;
  const nameOf = (by: string, name: string): string =>
    by === 'country' ? warned('confirm_bank_match', 'cause_only_usual', name) : name;
  for (const [name, facts, agreed, by] of CASES)
    test(nameOf(by, `${name} is told in the answer and in the trail`), async () => {
      const id = await invoice(await customer(`Wer sagt es ${by} GmbH`, agreed), facts);
      const transaction_id = await line();
      const answer = await confirm({ transaction_id, matched_record_id: id });
      const told = by === 'country' ? ['cause_booked', 'cause_only_usual'] : ['cause_booked'];
      assert.deepEqual([codesOf(answer.warnings), await owed(id)], [told, 0]);
      const rows = await service.database.kysely
        .selectFrom('audit')
        .select('after')
        .where('record_id', '=', transaction_id)
        .execute();
      assert.match(JSON.stringify(rows), new RegExp(`difference_by[^a-z]+${by}`));
    });

  test('an invoice that says in words how it is paid has no usual discount', async () => {
    const id = await invoice(await customer('Ohne Abzug GmbH'), { text: 'Zahlbar ohne Abzug.' });
    const answer = await confirm({ transaction_id: await line(), matched_record_id: id });
    assert.deepEqual([codesOf(answer.warnings), await owed(id)], [['residual_left'], 23.8]);
  });

  test('a run names it first among its reasons', async () => {
    const who = await customer('Üblich Handels GmbH');
    const id = await invoice(who, { series: 'RE', number: '9901' });
    const transaction_id = await line({
      description: 'RE-9901 Üblich Handels GmbH abzgl. 2% Skonto',
      counterparty_hint: 'Üblich Handels GmbH',
    });
    const { results } = await client().run_ai_matching({ bank_account_id: bankAccount() });
    const found = results.find((each) => each.transaction_id === transaction_id);
    assert.equal(found?.reasons[0], 'What is missing is only usual in the country: nothing was agreed');
    if (found?.outcome === 'suggested') await confirm({ transaction_id, matched_record_id: id });
    assert.equal(await owed(id), 0);
  });
});

describe('days', () => {
  const LAST_DAYS = [
    ['2026-01-31', '2026-02-14', '2026-02-15'],
    ['2026-02-15', '2026-03-01', '2026-03-02'],
    ['2028-02-15', '2028-02-29', '2028-03-01'],
    ['2025-12-24', '2026-01-07', '2026-01-08'],
    // The night in which clocks change has no part in it.
    ['2026-03-20', '2026-04-03', '2026-04-04'],
  ] as const;
  for (const [issue_date, last, next] of LAST_DAYS)
    test(`of ${issue_date} end with ${last}`, async () => {
      const who = await customer(`Frist ${issue_date} GmbH`);
      const [first, second] = [
        await invoice(who, { terms: TERMS, issue_date }),
        await invoice(who, { terms: TERMS, issue_date }),
      ];
      await confirm({ transaction_id: await line({ date: last }), matched_record_id: first });
      await confirm({ transaction_id: await line({ date: next }), matched_record_id: second });
      assert.deepEqual([await owed(first), await owed(second)], [0, 23.8]);
    });
});

describe('what was credited or paid before', () => {
  test('a discount is of what a credit note has left, and of its taxes', async () => {
    const who = await customer('Teilgutschrift GmbH');
    const id = await invoice(who, {
      terms: TERMS,
      total: '226.00',
      taxes: [
        { rate: '19', base: '100.00', amount: '19.00' },
        { rate: '7', base: '100.00', amount: '7.00' },
      ],
    });
    await creditRate(id, who);
    const answer = await confirm({
      transaction_id: await line({ amount_minor: 11_662 }),
      matched_record_id: id,
    });
    assert.deepEqual(answer.payment?.allocations[0]?.difference, {
      cause: 'early_payment_discount',
      amount: 2.38,
      taxes: [{ tax: 'VAT', category: 'S', rate: 19, base: 2, tax_amount: 0.38 }],
    });
  });

  test('a discount of the whole invoice fits beside a part that was paid, if somebody says so', async () => {
    const who = await customer('Zwei Raten GmbH', '2/14');
    const id = await invoice(who);
    await confirm({ transaction_id: await line({ amount_minor: 100_000 }), matched_record_id: id });
    const rest = await line({ amount_minor: 16_620 });
    await confirm({ transaction_id: rest, matched_record_id: id, dry_run: true });
    const args = { transaction_id: rest, matched_record_id: id };
    const { code } = await refuse({ ...args, difference_as: 'rounding' });
    assert.equal(code, 'cause_too_large');
    const answer = await confirm({ ...args, difference_as: 'early_payment_discount' });
    assert.deepEqual([codesOf(answer.warnings), await owed(id)], [['cause_booked'], 0]);
    const admin = adminOn(service.databaseUrl, NOW);
    const by = ['--by', 'ana@example.org'];
    await admin.json(
      'member',
      'add',
      '--org',
      service.organisation_id,
      '--email',
      'ana@example.org',
      '--name',
      'A',
    );
    await admin.json('bank', 'match', 'undo', rest, ...by);
    assert.deepEqual([await owed(id), (await ledgerOf(who)).closing], [190, 190]);
  });
});

/** A filed credit note of all that was sold at 7 %. */
const creditRate = async (record_id: string, counterparty_id: string): Promise<void> => {
  const { kysely } = service.database;
  const breakdown = [{ tax: 'VAT', category: 'S', rate: '7', base: '100.00', amount: '7.00' }];
  await kysely
    .insertInto('credit_note')
    .values({
      entity_id: service.entities.de,
      id: 'icrn_01arz3ndektsv4rrffq69g5fav',
      type: 'invoice_credit_note',
      counterparty_id,
      record_id,
      series: 'GS',
      number: '1',
      uuid: null,
      external_id: null,
      status: 'filed',
      issue_date: '2026-03-02',
      currency: 'EUR',
      total_minor: 10_700,
      reason: 'Return',
      historic: false,
      filing_status: 'filed',
      filing: null,
      content: JSON.stringify({ tax_breakdown: breakdown }),
      version: 1,
      created_at: '2026-03-02 00:00:00.000',
      updated_at: '2026-03-02 00:00:00.000',
    })
    .execute();
  await kysely
    .updateTable('invoice')
    .set({ balance_minor: 11_900, credited_minor: 10_700 })
    .where('id', '=', record_id)
    .execute();
};
