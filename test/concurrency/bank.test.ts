// Bank lines that meet: a line is matched once, and money is booked once, whoever comes first.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BankAccountId, BankTransactionId, InvoiceId } from '../../generated/ids.ts';
import { applyPayment } from '../../src/domain/documents/payments/apply.ts';
import { undoMatch } from '../../src/domain/bank/reconciliation/undo.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { addAccount, addLine, type LineFacts } from '../tools/bank/support.ts';
import { addParties, figuresOf, fileInvoice, type Parties } from './books.ts';
import { race, type Rivals, startRivals, times } from './rivals.ts';

let rivals: Rivals;
let parties: Parties;
let account: BankAccountId;
before(async () => {
  rivals = await startRivals();
  parties = await addParties(rivals);
  account = await addAccount(rivals.service, rivals.entity.id);
});
after(() => rivals.close());

const CALLS = 32;

const line = (facts: LineFacts = {}): Promise<BankTransactionId> =>
  addLine(rivals.service, rivals.entity.id, account, {
    amount_minor: 116_000,
    date: '2026-02-20',
    ...facts,
  }) as Promise<BankTransactionId>;

const matchesOf = async (id: string) => {
  const rows = await rivals.service.database.kysely
    .selectFrom('bank_match')
    .select(['record_id', 'payment_id'])
    .where('bank_transaction_id', '=', id)
    .execute();
  return rows;
};

describe(`${CALLS} calls at once`, () => {
  test('confirm one line once', async () => {
    const invoice = await fileInvoice(rivals, parties, 5000);
    const transaction_id = await line();
    const { done, refused } = await race(
      times(CALLS, (index) =>
        rivals.client(index).confirm_bank_match({ transaction_id, matched_record_id: invoice }),
      ),
    );
    assert.equal(done.length, 1);
    assert.deepEqual(refused, { transaction_already_confirmed: CALLS - 1 });
    const { paid_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
    assert.deepEqual([paid_minor, payments, (await matchesOf(transaction_id)).length], [116_000, 1, 1]);
  });

  test('confirm many lines with one invoice, and it is never overpaid', async () => {
    const invoice = await fileInvoice(rivals, parties, 1160 * 3);
    const lines: BankTransactionId[] = [];
    for (let made = 0; made < 8; made += 1) lines.push(await line());
    const { done, refused } = await race(
      lines.map(
        (transaction_id, index) => () =>
          rivals.client(index).confirm_bank_match({ transaction_id, matched_record_id: invoice }),
      ),
    );
    assert.equal(done.length, 3);
    assert.deepEqual(refused, { invoice_already_paid: 5 });
    const { balance_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
    assert.deepEqual([balance_minor, payments], [0, 3]);
  });

  test('confirm lines that are more than an invoice: one leaves credit, which is set off once', async () => {
    const invoice = await fileInvoice(rivals, parties, 1160);
    const lines: BankTransactionId[] = [];
    for (let made = 0; made < 8; made += 1) lines.push(await line({ amount_minor: 200_000 + made }));
    const { done, refused } = await race(
      lines.map(
        (transaction_id, index) => () =>
          rivals.client(index).confirm_bank_match({ transaction_id, matched_record_id: invoice }),
      ),
    );
    assert.equal(done.length, 1);
    assert.deepEqual(refused, { invoice_already_paid: 7 });
    const payment = done[0]?.payment ?? assert.fail('no payment was made');
    const credit = Math.round(payment.unallocated_amount * 100);
    assert.ok(credit >= 84_000 && credit < 84_008, `${credit}`);
    const { balance_minor, payments, free } = await figuresOf(rivals, 'invoice', invoice);
    assert.deepEqual([balance_minor, payments, free], [0, 1, 0]);
    const others: InvoiceId[] = [];
    for (let made = 0; made < 6; made += 1) others.push(await fileInvoice(rivals, parties, 300));
    await race(
      others.map(
        (invoiceId) => () =>
          rivals.admin('payment apply', (ctx) =>
            applyPayment(ctx, payment.id, { invoiceId, given: undefined }),
          ),
      ),
    );
    const taken = await rivals.service.database.kysely
      .selectFrom('invoice')
      .select(({ fn }) => fn.sum<string>('paid_minor').as('sum'))
      .where('id', 'in', others)
      .executeTakeFirstOrThrow();
    assert.equal(Number(taken.sum), credit);
    assert.deepEqual(await ledgerDifferences(rivals.service.database, rivals.entity.id), []);
  });

  test('confirm lines that are cents off an invoice, and one difference is booked', async () => {
    const invoice = await fileInvoice(rivals, parties, 1160);
    const allocations = [{ matched_record_id: invoice, amount: 1160 }];
    const lines: BankTransactionId[] = [];
    for (let made = 1; made < 9; made += 1) lines.push(await line({ amount_minor: 116_000 - made }));
    const { done, refused } = await race(
      lines.map(
        (transaction_id, index) => () =>
          rivals.client(index).confirm_bank_match({ transaction_id, allocations }),
      ),
    );
    assert.deepEqual([done.length, refused], [1, { invoice_already_paid: 7 }]);
    const { balance_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
    assert.deepEqual([balance_minor, payments], [0, 1]);
  });

  test('link one recorded payment to one line', async () => {
    const invoice = await fileInvoice(rivals, parties, 1160);
    await rivals.client(0).record_invoice_payment({ invoice_id: invoice, payment_date: '2026-02-20' });
    const lines: BankTransactionId[] = [];
    for (let made = 0; made < 8; made += 1) lines.push(await line());
    const { done, refused } = await race(
      lines.map(
        (transaction_id, index) => () =>
          rivals
            .client(index)
            .confirm_bank_match({ transaction_id, matched_record_id: invoice, create_payment: false }),
      ),
    );
    assert.deepEqual(refused, {});
    const linked = done.filter(({ payment }) => payment !== null);
    assert.equal(linked.length, 1);
    const { balance_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
    assert.deepEqual([balance_minor, payments], [0, 1]);
  });

  /** A line that came in, and the other leg of a suggested transfer. */
  const transfer = async (): Promise<readonly [BankTransactionId, BankTransactionId]> => {
    const savings = await addAccount(rivals.service, rivals.entity.id, { name: 'Ahorro' });
    const into = await line();
    const out = (await addLine(rivals.service, rivals.entity.id, savings, {
      amount_minor: 116_000,
      transaction_type: 'debit',
      transfer_peer_id: into,
      transfer_status: 'suggested',
    })) as BankTransactionId;
    await rivals.service.database.kysely
      .updateTable('bank_transaction')
      .set({ transfer_peer_id: out, transfer_status: 'suggested' })
      .where('id', '=', into)
      .execute();
    return [into, out];
  };

  test('link a transfer once, from whichever leg', async () => {
    const legs = await transfer();
    const { done, refused } = await race(
      times(CALLS, (index) =>
        rivals.client(index).link_transfer({ transaction_id: index % 4 < 2 ? legs[0] : legs[1] }),
      ),
    );
    assert.equal(done.length, 1);
    assert.deepEqual(refused, { transaction_already_confirmed: CALLS - 1 });
  });

  test('link a transfer, or settle an invoice with one of its legs, but not both', async () => {
    const invoice = await fileInvoice(rivals, parties, 1160);
    const [transaction_id, out] = await transfer();
    const { done, refused } = await race<unknown>(
      times<unknown>(CALLS, (index) =>
        index % 4 < 2
          ? rivals.client(index).link_transfer({ transaction_id: out })
          : rivals.client(index).confirm_bank_match({ transaction_id, matched_record_id: invoice }),
      ),
    );
    assert.equal(done.length, 1);
    assert.deepEqual(refused, { transaction_already_confirmed: CALLS - 1 });
    const { payments } = await figuresOf(rivals, 'invoice', invoice);
    assert.equal((await matchesOf(transaction_id)).length, payments);
  });

  test('undo one match once', async () => {
    const invoice = await fileInvoice(rivals, parties, 1160);
    const transaction_id = await line({ date: '2026-03-25' });
    await rivals.client(0).confirm_bank_match({ transaction_id, matched_record_id: invoice });
    const { done, refused } = await race(
      times(8, () => rivals.admin('bank match undo', (ctx) => undoMatch(ctx, transaction_id))),
    );
    assert.equal(done.length, 1);
    assert.deepEqual(refused, { no_match_to_undo: 7 });
    const { balance_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
    assert.deepEqual([balance_minor, payments], [116_000, 0]);
  });
});

describe('a matching run', () => {
  const sureLine = async (total: number, target: BankAccountId) => {
    const invoice = await fileInvoice(rivals, parties, total);
    const { folio } = await rivals.client(0).get_invoice({ invoice_id: invoice });
    const transaction_id = (await addLine(rivals.service, rivals.entity.id, target, {
      amount_minor: Math.round(total * 100),
      date: '2026-02-20',
      description: `SPEI RECIBIDO CAFE LUNA PAGO FACTURA ${folio ?? ''}`,
      counterparty_hint: 'CAFE LUNA',
    })) as BankTransactionId;
    return { invoice, transaction_id };
  };

  test('on two instances at once is one run', async () => {
    const own = await addAccount(rivals.service, rivals.entity.id, { name: 'Dos corridas' });
    const sure: InvoiceId[] = [];
    for (let made = 0; made < 5; made += 1) sure.push((await sureLine(7000.11 + made * 13, own)).invoice);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => rivals.client(index).run_ai_matching({ bank_account_id: own })),
    );
    assert.equal(new Set(answers.map(({ run_id }) => run_id)).size, 1);
    for (const answer of answers) assert.deepEqual(answer.results, answers[0]?.results);
    assert.equal(answers[0]?.auto_confirmed, 5);
    for (const invoice of sure) {
      const { balance_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
      assert.deepEqual([balance_minor, payments], [0, 1]);
    }
  });

  test('against manual confirmations and payments books each line and each invoice once', async () => {
    const own = await addAccount(rivals.service, rivals.entity.id, { name: 'Carrera' });
    const sure: Awaited<ReturnType<typeof sureLine>>[] = [];
    for (let made = 0; made < 20; made += 1) sure.push(await sureLine(9000.07 + made * 17, own));
    const { refused } = await race<unknown>([
      () => rivals.client(0).run_ai_matching({ bank_account_id: own }),
      ...sure.flatMap(({ invoice, transaction_id }, index) => [
        () => rivals.client(index).confirm_bank_match({ transaction_id, matched_record_id: invoice }),
        () =>
          rivals
            .client(index + 1)
            .record_invoice_payment({ invoice_id: invoice, payment_date: '2026-02-20' }),
      ]),
    ]);
    const expected = ['invoice_already_paid', 'payment_already_recorded', 'transaction_already_confirmed'];
    assert.deepEqual(
      Object.keys(refused).filter((code) => !expected.includes(code)),
      [],
    );
    for (const { invoice, transaction_id } of sure) {
      const { balance_minor, payments } = await figuresOf(rivals, 'invoice', invoice);
      assert.deepEqual([balance_minor, payments], [0, 1]);
      assert.ok((await matchesOf(transaction_id)).length <= 1);
    }
  });
});
