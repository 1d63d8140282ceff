// confirm_bank_match: what is missing of an invoice is settled with its cause, where terms say so or somebody does.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { adminOn } from '../../admin/support.ts';
import { codesOf, declared, warned } from '../support.ts';
import {
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
import { addBill } from '../../support/documents.ts';

usingCauseBooks();

const BY = 'ana@example.org';
let joined: Promise<unknown> | undefined;
const administer = async (...args: string[]) => {
  const admin = adminOn(service.databaseUrl, NOW);
  joined ??= admin.json('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana');
  await joined;
  return admin.json(...args);
};
const undo = (id: string) => administer('bank', 'match', 'undo', id, '--by', BY);

const TERMS = { terms: [{ percent: '2', days: 14 }] };

describe('a discount by the terms of the invoice', () => {
  test(
    warned('confirm_bank_match', 'cause_booked', 'settles it by itself, and takes base and tax down'),
    async () => {
      const who = await customer('Skonto GmbH');
      const id = await invoice(who, TERMS);
      const transaction_id = await line();
      const answer = await confirm({ transaction_id, matched_record_id: id });
      assert.deepEqual([codesOf(answer.warnings), await owed(id)], [['cause_booked'], 0]);
      const difference = {
        cause: 'early_payment_discount',
        amount: 23.8,
        taxes: [{ tax: 'VAT', category: 'S', rate: 19, base: 20, tax_amount: 3.8 }],
      };
      assert.deepEqual(answer.payment?.allocations[0]?.difference, difference);
      assert.deepEqual(
        [answer.matches[0]?.difference_as, answer.matches[0]?.difference_amount],
        ['early_payment_discount', -23.8],
      );
      const { payments } = await client().get_invoice({ invoice_id: id });
      assert.deepEqual(payments[0]?.difference, difference);
      const booked = await ledgerOf(who);
      assert.deepEqual(booked, {
        closing: 0,
        entries: [
          ['early_payment_discount', 0, 23.8],
          ['invoice', 1190, 0],
          ['invoice_payment', 0, 1166.2],
        ],
      });
      await undo(transaction_id);
      assert.deepEqual([await owed(id), (await ledgerOf(who)).closing], [1190, 1190]);
      await confirm({ transaction_id, matched_record_id: id });
      assert.deepEqual([await owed(id), (await ledgerOf(who)).closing], [0, 0]);
    },
  );

  test('not after its days, nor another percentage, nor beside an earlier payment', async () => {
    const who = await customer('Spät GmbH');
    const late = await invoice(who, TERMS);
    const answer = await confirm({
      transaction_id: await line({ date: '2026-03-16' }),
      matched_record_id: late,
    });
    assert.deepEqual([codesOf(answer.warnings), await owed(late)], [['residual_left'], 23.8]);
    const other = await invoice(who, { terms: [{ percent: '3', days: 14 }] });
    await confirm({ transaction_id: await line(), matched_record_id: other });
    assert.equal(await owed(other), 23.8);
    const begun = await invoice(who, TERMS);
    await client().record_invoice_payment({ invoice_id: begun, amount: 190, payment_date: '2026-03-05' });
    await confirm({ transaction_id: await line({ amount_minor: 98_000 }), matched_record_id: begun });
    assert.equal(await owed(begun), 20);
  });

  test('on the last of its days, by each of several terms', async () => {
    const who = await customer('Stufen GmbH');
    const terms = [
      { percent: '3', days: 7 },
      { percent: '2', days: 14 },
    ];
    const id = await invoice(who, { terms });
    await confirm({ transaction_id: await line({ date: '2026-03-15' }), matched_record_id: id });
    assert.equal(await owed(id), 0);
    const next = await invoice(who, { terms });
    const quick = await line({ amount_minor: 115_430, date: '2026-03-08' });
    await confirm({ transaction_id: quick, matched_record_id: next });
    assert.equal(await owed(next), 0);
  });

  test('of several rates takes each down in proportion', async () => {
    const who = await customer('Gemischt GmbH');
    const id = await invoice(who, {
      ...TERMS,
      total: '297.70',
      taxes: [
        { rate: '19', base: '100.00', amount: '19.00' },
        { rate: '7', base: '167.01', amount: '11.69' },
      ],
    });
    const answer = await confirm({
      transaction_id: await line({ amount_minor: 29_175 }),
      matched_record_id: id,
    });
    assert.deepEqual(answer.payment?.allocations[0]?.difference?.taxes, [
      { tax: 'VAT', category: 'S', rate: 19, base: 2, tax_amount: 0.38 },
      { tax: 'VAT', category: 'S', rate: 7, base: 3.34, tax_amount: 0.23 },
    ]);
  });
});

describe('a discount by what was agreed with the customer', () => {
  test('settles an invoice without terms of its own', async () => {
    const id = await invoice(await customer('Vereinbart GmbH', '4/10'));
    await confirm({ transaction_id: await line({ amount_minor: 114_240 }), matched_record_id: id });
    assert.equal(await owed(id), 0);
  });

  test('and is not what is usual', async () => {
    const id = await invoice(await customer('Nur Vier GmbH', '4/10'));
    await confirm({ transaction_id: await line(), matched_record_id: id });
    assert.equal(await owed(id), 23.8);
  });

  test('is said on the counterparty, and checked', async () => {
    const { counterparty_id, payment_terms } = await client().create_counterparty({
      name: 'Neue Bedingungen GmbH',
      postal_code: '20457',
      payment_terms: '3/7 2/14',
    });
    assert.equal(payment_terms, '3/7 2/14');
    const shown = await administer(
      'counterparty',
      'update',
      counterparty_id,
      '--payment-terms',
      '2/10',
      '--by',
      BY,
    );
    assert.equal(shown.payment_terms, '2/10');
    await assert.rejects(client().create_counterparty({ name: 'Falsch GmbH', payment_terms: '2 %' }), {
      code: 'invalid_parameter',
    });
  });
});

describe('difference_as', () => {
  const CASES = [
    ['early_payment_discount', 116_620, [[20, 3.8]]],
    ['rounding', 118_950, [[0.42, 0.08]]],
    ['bank_fee', 117_500, []],
    ['withholding', 101_150, []],
  ] as const;
  for (const [difference_as, amount_minor, taxes] of CASES) {
    test(`${difference_as} settles the invoice, and undoing takes it back`, async () => {
      const who = await customer(`Kunde ${difference_as}`);
      const id = await invoice(who);
      const transaction_id = await line({ amount_minor, date: '2026-03-19' });
      const tried = await confirm({ transaction_id, matched_record_id: id, difference_as, dry_run: true });
      assert.deepEqual([tried.payment?.allocations[0]?.balance_due_after, await owed(id)], [0, 1190]);
      const answer = await confirm({ transaction_id, matched_record_id: id, difference_as });
      const { difference } = answer.payment?.allocations[0] ?? {};
      assert.deepEqual(
        [difference?.cause, difference?.taxes.map(({ base, tax_amount }) => [base, tax_amount])],
        [difference_as, taxes],
      );
      const { closing, entries } = await ledgerOf(who);
      assert.deepEqual([closing, await owed(id)], [0, 0]);
      const own = entries.filter(([kind]) => kind === difference_as);
      assert.deepEqual(own, [[difference_as, 0, (119_000 - amount_minor) / 100]]);
      await administer('payment', 'reverse', answer.payment?.id ?? '', '--reason', 'Falsch', '--by', BY);
      assert.deepEqual([await owed(id), (await ledgerOf(who)).closing], [1190, 1190]);
    });
  }

  test('of a split takes each invoice in proportion', async () => {
    const who = await customer('Zwei Rechnungen GmbH');
    const [one, two] = [await invoice(who), await invoice(who, { total: '595.00' })];
    const answer = await confirm({
      transaction_id: await line({ amount_minor: 174_930 }),
      allocations: [
        { matched_record_id: one, amount: 1190 },
        { matched_record_id: two, amount: 595 },
      ],
      difference_as: 'early_payment_discount',
    });
    assert.deepEqual(
      answer.matches.map(({ difference_amount }) => difference_amount),
      [-23.8, -11.9],
    );
    assert.deepEqual([await owed(one), await owed(two), (await ledgerOf(who)).closing], [0, 0, 0]);
  });

  test('two at once: one is booked, the other is told that it is paid', async () => {
    const who = await customer('Gleichzeitig GmbH');
    const id = await invoice(who);
    const lines = [await line(), await line()];
    const all = await Promise.allSettled(
      lines.map((transaction_id) =>
        confirm({ transaction_id, matched_record_id: id, difference_as: 'early_payment_discount' }),
      ),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual([await owed(id), (await ledgerOf(who)).closing], [0, 0]);
  });
});

describe('is refused, and nothing is written', () => {
  const of = async (facts: Parameters<typeof line>[0], difference_as: string, more: object = {}) => {
    const id = await invoice(await customer('Abgelehnt GmbH'));
    return refuse({ transaction_id: await line(facts), matched_record_id: id, difference_as, ...more });
  };
  test(declared('confirm_bank_match', 'cause_without_difference', 'where nothing is missing'), async () => {
    const { code, path } = await of({ amount_minor: 119_000 }, 'bank_fee');
    assert.deepEqual([code, path], ['cause_without_difference', 'difference_as']);
    assert.equal((await of({ amount_minor: 119_500 }, 'bank_fee'))['code'], 'cause_without_difference');
  });
  test(declared('confirm_bank_match', 'cause_too_large', 'for more than such a cause can be'), async () => {
    for (const [amount_minor, cause] of [
      [100_000, 'early_payment_discount'],
      [50_000, 'bank_fee'],
      [50_000, 'withholding'],
      [118_800, 'rounding'],
    ] as const)
      assert.equal((await of({ amount_minor }, cause))['code'], 'cause_too_large', cause);
  });
  test(
    declared('confirm_bank_match', 'cause_needs_payment', 'for a payment that is only linked'),
    async () => {
      assert.equal((await of({}, 'bank_fee', { create_payment: false }))['code'], 'cause_needs_payment');
    },
  );
  test(declared('confirm_bank_match', 'cause_in_one_currency', 'across currencies'), async () => {
    const id = await invoice(await customer('Dollar GmbH'), { currency: 'USD' });
    const { code } = await refuse({
      transaction_id: await line({ amount_minor: 90_000 }),
      matched_record_id: id,
      difference_as: 'bank_fee',
    });
    assert.equal(code, 'cause_in_one_currency');
  });
  test(declared('confirm_bank_match', 'cause_of_invoices_only', 'for bills'), async () => {
    const id = await addBill(service.database, service.entities.de, {
      counterparty_id: await customer('Lieferant GmbH'),
      total: '1190.00',
      currency: 'EUR',
    });
    const { code } = await refuse({
      transaction_id: await line({ transaction_type: 'debit' }),
      matched_record_id: id,
      difference_as: 'bank_fee',
    });
    assert.equal(code, 'cause_of_invoices_only');
  });
  test('for an invoice that is void or paid', async () => {
    const who = await customer('Erledigt GmbH');
    const gone = await invoice(who, { status: 'void' });
    const args = { difference_as: 'bank_fee' };
    assert.equal(
      (await refuse({ transaction_id: await line(), matched_record_id: gone, ...args }))['code'],
      'invoice_not_payable',
    );
    const paid = await invoice(who);
    await confirm({ transaction_id: await line({ amount_minor: 119_000 }), matched_record_id: paid });
    assert.equal(
      (await refuse({ transaction_id: await line(), matched_record_id: paid, ...args }))['code'],
      'invoice_already_paid',
    );
  });
});
