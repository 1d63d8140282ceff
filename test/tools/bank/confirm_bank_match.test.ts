// confirm_bank_match: every shape, every rule with its own error, and nothing stored where it refuses.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import type { BankAccountId, BillId, CounterpartyId, InvoiceId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { addBill, addInvoice, addParty, type BillFacts, type InvoiceFacts } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { changingNothing, codesOf, declared, refused, warned } from '../support.ts';
import { addAccount, addLine, type LineFacts, NOW } from './support.ts';

const TOOL = 'confirm_bank_match';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
  party = await addParty(service.database, service.entities.mx);
});
after(() => service.close());

const line = (facts: LineFacts = {}): Promise<`btxn_${string}`> =>
  addLine(service, service.entities.mx, account, {
    amount_minor: 116_000,
    ...facts,
  }) as Promise<`btxn_${string}`>;
const invoice = (facts: Partial<InvoiceFacts> = {}): Promise<InvoiceId> =>
  addInvoice(service.database, service.entities.mx, { counterparty_id: party, total: '1160.00', ...facts });
const bill = (facts: Partial<BillFacts> = {}): Promise<BillId> =>
  addBill(service.database, service.entities.mx, { counterparty_id: party, total: '1160.00', ...facts });

const confirm = (args: InputOf<typeof TOOL>) => service.client(service.keys.mx).confirm_bank_match(args);
const refuse = (args: object): Promise<Record<string, unknown>> =>
  changingNothing(service.database, () => refused(service, 'mx', TOOL, args));

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
        payment_id: payment.id,
        source: 'manual',
        confirmed_at: NOW.toISOString(),
        confirmed_by: answer.matches[0]?.confirmed_by ?? null,
      },
    ]);
    assert.equal(answer.match_status, 'confirmed');
    assert.deepEqual(answer.suggestions, []);
    assert.deepEqual(
      { ...payment, id: '', created_at: '' },
      {
        object: 'invoice_payment',
        id: '',
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

describe('a payment that was recorded by hand', () => {
  const paidByHand = async (): Promise<{ invoice_id: InvoiceId; payment_id: string }> => {
    const invoice_id = await invoice();
    const { id } = await service
      .client(service.keys.mx)
      .record_invoice_payment({ invoice_id, payment_date: '2026-03-01' });
    return { invoice_id, payment_id: id };
  };

  test(
    declared('confirm_bank_match', 'payment_already_recorded', 'is not booked a second time'),
    async () => {
      const { invoice_id, payment_id } = await paidByHand();
      const matched_record_id = await invoice();
      const transaction_id = await line();
      assert.deepEqual(await refuse({ transaction_id, matched_record_id }), {
        code: 'payment_already_recorded',
        path: 'create_payment',
        payment_id,
        amount: 1160,
        currency: 'MXN',
        date: '2026-03-01',
      });
      const linked = await confirm({ transaction_id, matched_record_id, create_payment: false });
      assert.equal(
        linked.payment?.id,
        payment_id,
        'the payment is linked, whichever of the documents was named',
      );
      assert.deepEqual(
        linked.matches.map((match) => match.matched_record_id),
        [invoice_id],
        'and the match names what the payment settled',
      );
    },
  );

  test('is linked, and the balance stays', async () => {
    const { invoice_id, payment_id } = await paidByHand();
    const answer = await confirm({
      transaction_id: await line(),
      matched_record_id: invoice_id,
      create_payment: false,
    });
    assert.equal(answer.payment?.id, payment_id);
    assert.deepEqual(answer.warnings, []);
    const { payments, balance_due } = await service.client(service.keys.mx).get_invoice({ invoice_id });
    assert.deepEqual([balance_due, payments.length], [0, 1]);
  });

  test('the trail names the payment that was linked', async () => {
    const counterparty_id = await addParty(service.database, service.entities.mx, 'Rastro');
    const matched_record_id = await invoice({ counterparty_id });
    const { id } = await service
      .client(service.keys.mx)
      .record_invoice_payment({ invoice_id: matched_record_id, payment_date: '2026-03-01' });
    const transaction_id = await line();
    await confirm({ transaction_id, matched_record_id, create_payment: false });
    const { data } = await service.database.kysely
      .selectFrom('event')
      .select('data')
      .where('record_id', '=', transaction_id)
      .executeTakeFirstOrThrow();
    assert.equal((data as { payment_id?: unknown }).payment_id, id);
  });

  test(declared('confirm_bank_match', 'payment_to_link_ambiguous', 'two of them'), async () => {
    const other = await addParty(service.database, service.entities.mx, 'Dos Pagos');
    const invoice_id = await invoice({ counterparty_id: other, total: '2320.00' });
    const pay = () =>
      service
        .client(service.keys.mx)
        .record_invoice_payment({ invoice_id, amount: 1160, payment_date: '2026-03-02' });
    await pay();
    await pay();
    const args = { transaction_id: await line(), matched_record_id: invoice_id, create_payment: false };
    const { candidates, ...facts } = await refuse(args);
    assert.deepEqual(facts, { code: 'payment_to_link_ambiguous', path: 'create_payment' });
    assert.equal((candidates as unknown[]).length, 2);
  });

  test(
    warned(
      'confirm_bank_match',
      'no_payment_to_link',
      'there is none: the match is noted and nothing is booked',
    ),
    async () => {
      const other = await addParty(service.database, service.entities.mx, 'Sin Pago');
      const invoice_id = await invoice({ counterparty_id: other });
      const args = { transaction_id: await line(), matched_record_id: invoice_id, create_payment: false };
      const answer = await confirm(args);
      assert.equal(answer.payment, null);
      assert.deepEqual(codesOf(answer.warnings), ['no_payment_to_link']);
      assert.equal((await service.client(service.keys.mx).get_invoice({ invoice_id })).balance_due, 1160);
    },
  );
});

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

  test(declared('confirm_bank_match', 'payment_exceeds_balance', 'more than the invoice owes'), async () => {
    const matched_record_id = await invoice({ total: '1000.00' });
    assert.deepEqual(await refuse({ transaction_id: await line(), matched_record_id }), {
      code: 'payment_exceeds_balance',
      path: 'matched_record_id',
      received: 1160,
      balance_due: 1000,
      currency: 'MXN',
    });
  });

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
