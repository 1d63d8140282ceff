// confirm_bank_match: a line that is, or is not, a payment that somebody has recorded already.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { InvoiceId } from '../../../generated/ids.ts';
import { addParty } from '../../support/documents.ts';
import { codesOf, declared, warned } from '../support.ts';
import { confirm, invoice, line, refuse, service, usingConfirmBooks } from './confirm-books.ts';

usingConfirmBooks();

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
      const facts = {
        code: 'payment_already_recorded',
        path: 'create_payment',
        payment_id,
        matched_record_ids: [invoice_id],
        amount: 1160,
        currency: 'MXN',
        date: '2026-03-01',
      };
      assert.deepEqual(await refuse({ transaction_id, matched_record_id }), facts);
      assert.deepEqual(
        await refuse({ transaction_id, matched_record_id, create_payment: false }),
        facts,
        'nor is the line put on an invoice that was not named',
      );
      const linked = await confirm({
        transaction_id,
        matched_record_id: invoice_id,
        create_payment: false,
      });
      assert.equal(linked.payment?.id, payment_id, 'as the hint says');
      assert.deepEqual(
        linked.matches.map((match) => match.matched_record_id),
        [invoice_id],
      );
    },
  );

  test('is left alone when the line is another payment', async () => {
    const { payment_id } = await paidByHand();
    const matched_record_id = await invoice();
    const transaction_id = await line();
    assert.equal((await refuse({ transaction_id, matched_record_id }))['code'], 'payment_already_recorded');
    const answer = await confirm({ transaction_id, matched_record_id, additional_payment: true });
    assert.notEqual(answer.payment?.id, payment_id);
    assert.deepEqual(
      answer.payment?.allocations.map(({ record_id }) => record_id),
      [matched_record_id],
    );
    const { bank_linked } = await service.database.kysely
      .selectFrom('payment')
      .select('bank_linked')
      .where('id', '=', payment_id)
      .executeTakeFirstOrThrow();
    assert.equal(bank_linked, false);
  });

  test('nor keeps a split from being booked as another payment', async () => {
    await paidByHand();
    const allocations = [
      { matched_record_id: await invoice({ total: '1000.00' }), amount: 1000 },
      { matched_record_id: await invoice(), amount: 160 },
    ];
    const args = { transaction_id: await line(), allocations };
    assert.equal((await refuse(args))['code'], 'payment_already_recorded');
    const answer = await confirm({ ...args, additional_payment: true });
    assert.equal(answer.payment?.allocations.length, 2);
  });

  test(
    declared('confirm_bank_match', 'additional_payment_not_created', 'another payment and none'),
    async () => {
      const args = { transaction_id: await line(), matched_record_id: await invoice() };
      assert.deepEqual(await refuse({ ...args, additional_payment: true, create_payment: false }), {
        code: 'additional_payment_not_created',
        path: 'additional_payment',
      });
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
