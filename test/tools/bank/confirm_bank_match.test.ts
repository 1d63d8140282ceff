// confirm_bank_match: every shape of a match, and what is booked and warned of.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { addParty } from '../../support/documents.ts';
import { codesOf, declared, warned } from '../support.ts';
import { bill, confirm, invoice, line, refuse, service, usingConfirmBooks } from './confirm-books.ts';
import { addAccount, addLine, NOW } from './support.ts';

usingConfirmBooks();

describe('one document takes the line', () => {
  test('a payment is recorded, allocated and linked, and the line is confirmed', async () => {
    const invoice_id = await invoice();
    const transaction_id = await line({ description: 'SPEI F-12', reference: '7781' });
    const answer = await confirm({ transaction_id, matched_record_id: invoice_id });
    const { payment } = answer;
    assert.ok(payment);
    assert.deepEqual(answer.matches, [
      {
        matched_record_id: invoice_id,
        matched_record_type: 'invoice',
        amount: 1160,
        difference_amount: null,
        payment_id: payment.id,
        source: 'manual',
        confirmed_at: NOW.toISOString(),
        confirmed_by: answer.matches[0]?.confirmed_by ?? null,
        confidence: null,
        probability: null,
        reasons: null,
        runner_up: null,
      },
    ]);
    assert.equal(answer.match_status, 'confirmed');
    assert.deepEqual(answer.suggestions, []);
    assert.deepEqual(
      { ...payment, id: '', created_at: '' },
      {
        object: 'invoice_payment',
        id: '',
        payment_id: payment?.id,
        amount: 1160,
        currency: 'MXN',
        exchange_rate: null,
        exchange_rate_date: null,
        date: '2026-03-03',
        payment_method: 'wire_transfer',
        reference: '7781',
        allocations: [
          {
            record_type: 'invoice',
            record_id: invoice_id,
            amount: 1160,
            currency: 'MXN',
            balance_due_after: 0,
            payment_status_after: 'paid',
          },
        ],
        unallocated_amount: 0,
        difference_amount: null,
        bank_transaction_id: transaction_id,
        created_at: '',
      },
    );
    assert.deepEqual(answer.warnings, []);
    const { payments, balance_due } = await service.client(service.keys.mx).get_invoice({ invoice_id });
    assert.equal(balance_due, 0);
    assert.deepEqual(
      payments.map(({ id, bank_transaction_id }) => ({ id, bank_transaction_id })),
      [{ id: payment.id, bank_transaction_id: transaction_id }],
    );
  });

  test(
    warned(
      'confirm_bank_match',
      'residual_left',
      'a smaller line leaves the rest open and says why it may be',
    ),
    async () => {
      const invoice_id = await invoice();
      const answer = await confirm({
        transaction_id: await line({ amount_minor: 106_000 }),
        matched_record_id: invoice_id,
      });
      assert.deepEqual(codesOf(answer.warnings), ['residual_left']);
      assert.match(answer.warnings[0]?.message ?? '', /100 MXN stays open .*likely cause: withholding\.$/);
      assert.equal((await service.client(service.keys.mx).get_invoice({ invoice_id })).balance_due, 100);
    },
  );

  test(warned('confirm_bank_match', 'bill_overpaid', 'money out may be more than the bill'), async () => {
    const bill_id = await bill({ total: '1000.00' });
    const answer = await confirm({
      transaction_id: await line({ transaction_type: 'debit' }),
      matched_record_id: bill_id,
    });
    assert.deepEqual(codesOf(answer.warnings), ['bill_overpaid']);
    const { payment_status, balance_due } = await service.client(service.keys.mx).get_bill({ bill_id });
    assert.deepEqual({ payment_status, balance_due }, { payment_status: 'overpaid', balance_due: -160 });
  });

  test(warned('confirm_bank_match', 'payment_complement_due', 'a PPD invoice'), async () => {
    const answer = await confirm({
      transaction_id: await line(),
      matched_record_id: await invoice({ payment_method: 'PPD' }),
    });
    assert.deepEqual(codesOf(answer.warnings), ['payment_complement_due']);
  });

  test(
    warned(
      'confirm_bank_match',
      'exchange_rate_date',
      'an invoice in another currency takes the rate of the day',
    ),
    async () => {
      const invoice_id = await invoice({ currency: 'USD', total: '100.00' });
      const answer = await confirm({
        transaction_id: await line({ amount_minor: 176_518, date: '2026-03-02' }),
        matched_record_id: invoice_id,
      });
      assert.deepEqual(codesOf(answer.warnings), ['exchange_rate_date']);
      assert.equal(answer.payment?.allocations[0]?.currency, 'USD');
      assert.equal((await service.client(service.keys.mx).get_invoice({ invoice_id })).balance_due, 0);
    },
  );
});

describe('what banks write', () => {
  test('a line without any words makes a payment without a reference', async () => {
    const answer = await confirm({
      transaction_id: await line({ description: '' }),
      matched_record_id: await invoice(),
    });
    assert.equal(answer.payment?.reference, null);
  });

  test('a reference of many characters is cut between them', async () => {
    const answer = await confirm({
      transaction_id: await line({ description: '\u{1F600}'.repeat(240) }),
      matched_record_id: await invoice(),
    });
    assert.equal(answer.payment?.reference, '\u{1F600}'.repeat(200));
  });

  test('what the balance is worth, rounded up to the last digit, is the balance', async () => {
    const invoice_id = await invoice({ currency: 'USD', total: '100.01' });
    const probe = await confirm({
      transaction_id: await line({ amount_minor: 100, date: '2026-03-02' }),
      matched_record_id: await invoice({ currency: 'USD', total: '100.00' }),
    });
    const rate = probe.payment?.exchange_rate ?? assert.fail('no rate');
    const amount_minor = Math.ceil(10_001 / rate);
    const transaction_id = await line({ amount_minor, date: '2026-03-02' });
    await confirm({ transaction_id, matched_record_id: invoice_id });
    assert.equal((await service.client(service.keys.mx).get_invoice({ invoice_id })).balance_due, 0);
  });

  test(
    declared('confirm_bank_match', 'amount_too_large', 'more in the document’s currency than books hold'),
    async () => {
      const dollars = await addAccount(service, service.entities.mx, { currency: 'USD', name: 'Dolares' });
      const transaction_id = (await addLine(service, service.entities.mx, dollars, {
        amount_minor: 999_999_999_999_999,
        currency: 'USD',
        transaction_type: 'debit',
      })) as `btxn_${string}`;
      const { code, path } = await refuse({ transaction_id, matched_record_id: await bill() });
      assert.deepEqual({ code, path }, { code: 'amount_too_large', path: 'transaction_id' });
    },
  );
});

describe('split over several', () => {
  test('one payment with an allocation for each', async () => {
    const bills = [await bill({ total: '1000.00' }), await bill({ total: '500.00' })] as const;
    const answer = await confirm({
      transaction_id: await line({ transaction_type: 'debit' }),
      allocations: [
        { matched_record_id: bills[0], amount: 1000 },
        { matched_record_id: bills[1], amount: 160 },
      ],
    });
    assert.deepEqual(
      answer.payment?.allocations.map(({ record_id, amount, balance_due_after }) => ({
        record_id,
        amount,
        balance_due_after,
      })),
      [
        { record_id: bills[0], amount: 1000, balance_due_after: 0 },
        { record_id: bills[1], amount: 160, balance_due_after: 340 },
      ],
    );
    assert.deepEqual(codesOf(answer.warnings), ['residual_left']);
  });

  test(declared('confirm_bank_match', 'split_sum_differs', 'parts that are not the whole'), async () => {
    const transaction_id = await line();
    const allocations = [{ matched_record_id: await invoice(), amount: 1000 }];
    assert.deepEqual(await refuse({ transaction_id, allocations }), {
      code: 'split_sum_differs',
      path: 'allocations',
      received: 1000,
      expected: 1160,
      difference_limit: 0.99,
      currency: 'MXN',
    });
  });

  test(declared('confirm_bank_match', 'split_record_repeated', 'one document twice'), async () => {
    const id = await invoice();
    const part = { matched_record_id: id, amount: 580 };
    assert.deepEqual(await refuse({ transaction_id: await line(), allocations: [part, part] }), {
      code: 'split_record_repeated',
      path: 'allocations[1].matched_record_id',
      received: id,
    });
  });

  test(declared('confirm_bank_match', 'split_type_mixed', 'an invoice and a bill'), async () => {
    const allocations = [
      { matched_record_id: await invoice(), amount: 580 },
      { matched_record_id: await bill(), amount: 580 },
    ];
    assert.deepEqual(await refuse({ transaction_id: await line(), allocations }), {
      code: 'split_type_mixed',
      path: 'allocations',
    });
  });

  test(declared('confirm_bank_match', 'split_counterparty_mixed', 'documents of two customers'), async () => {
    const other = await addParty(service.database, service.entities.mx, 'Otra');
    const allocations = [
      { matched_record_id: await invoice(), amount: 580 },
      { matched_record_id: await invoice({ counterparty_id: other }), amount: 580 },
    ];
    const { candidates, ...facts } = await refuse({ transaction_id: await line(), allocations });
    assert.deepEqual(facts, { code: 'split_counterparty_mixed', path: 'allocations' });
    assert.equal((candidates as unknown[]).length, 2);
  });

  test(declared('confirm_bank_match', 'split_currency_mixed', 'a document in another currency'), async () => {
    const allocations = [
      { matched_record_id: await invoice(), amount: 580 },
      { matched_record_id: await invoice({ currency: 'USD' }), amount: 580 },
    ];
    assert.deepEqual(await refuse({ transaction_id: await line(), allocations }), {
      code: 'split_currency_mixed',
      path: 'allocations',
      currency: 'MXN',
      received: ['MXN', 'USD'],
    });
  });
});
