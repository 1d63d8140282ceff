// What Mexican customers pay less: a discount waits for its credit note, what our bank kept was paid, withheld tax is of the
// CFDI or none.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BankAccountId } from '../../../generated/ids.ts';
import { addAccount, addLine } from './support.ts';
import { callLoosely, codesOf, declared, warned } from '../support.ts';
import { addInvoice, addParty } from '../../support/documents.ts';
import { ANA, until } from '../../support/office.ts';
import {
  balances,
  fileComplement,
  filedInvoice,
  type Loose,
  paymentsSent,
  usingComplementOffice,
} from '../../worker/complement-office.ts';
import { now, office, sent, service, start } from '../../worker/provider.ts';

usingComplementOffice();

let account: BankAccountId | undefined;
const line = async (amount_minor: number): Promise<string> => {
  account ??= await addAccount(service, service.entities.mx);
  const date = now().toISOString().slice(0, 10);
  return addLine(service, service.entities.mx, account, { amount_minor, date });
};
const confirm = (args: object): Promise<Loose> => callLoosely(service, 'mx', 'confirm_bank_match', args);
const get = (invoice_id: string): Promise<Loose> => callLoosely(service, 'mx', 'get_invoice', { invoice_id });
const note = (credit_note_id: string): Promise<Loose> =>
  callLoosely(service, 'mx', 'get_credit_note', { credit_note_id });
const refusedWith = async (args: object): Promise<Loose> =>
  confirm(args).then(
    () => assert.fail('it was booked'),
    (error: Loose) => error,
  );

const discounted = async (amount_minor = 113_680) => {
  const invoice = await filedInvoice();
  const transaction_id = await line(amount_minor);
  const answer = await confirm({
    transaction_id,
    matched_record_id: invoice,
    difference_as: 'early_payment_discount',
  });
  return { invoice, transaction_id, answer, note_id: String(answer.matches[0].credit_note_id) };
};

const approveNote = async (id: string): Promise<void> => {
  const { filing } = await note(id);
  await office.admin.json('approval', 'approve', filing.approval.id, `--by=${ANA}`, '--wait=20');
  assert.equal((await note(id)).status, 'filed');
};

describe('a discount', () => {
  test(
    warned(
      'confirm_bank_match',
      'credit_note_drafted',
      'is drafted, asked for, and settles once it is filed',
    ),
    async () => {
      start();
      sent.length = 0;
      const { invoice, answer, note_id } = await discounted();
      assert.ok(codesOf(answer.warnings).includes('credit_note_drafted'));
      assert.equal((await get(invoice)).balance_due, 23.2);
      const draft = await note(note_id);
      assert.deepEqual(
        [draft.status, draft.total, draft.filing.status],
        ['draft', 23.2, 'awaiting_approval'],
      );
      const filed = await fileComplement(answer.payment.id);
      assert.equal(filed.status, 'filed');
      assert.deepEqual(paymentsSent().flatMap(balances), [['1', '1160.00', '1136.80', '23.20']]);
      await approveNote(note_id);
      assert.equal((await get(invoice)).balance_due, 0);
    },
  );

  test('that is filed is cancelled before its match is undone', async () => {
    start();
    const { invoice, transaction_id, note_id } = await discounted();
    await approveNote(note_id);
    const { message } = await office.admin.refused('bank', 'match', 'undo', transaction_id, `--by=${ANA}`);
    assert.match(message, new RegExp(`"invoice void ${note_id}"`));
    assert.equal((await get(invoice)).balance_due, 0);
  });

  test('goes with its payment while it is a draft', async () => {
    start();
    const { invoice, transaction_id, note_id } = await discounted();
    await office.admin.json('bank', 'match', 'undo', transaction_id, `--by=${ANA}`);
    await assert.rejects(note(note_id));
    const { balance_due } = await get(invoice);
    assert.equal(balance_due, 1160);
  });

  test('is drafted and asked for anew where the return of its payment is undone', async () => {
    start();
    const { invoice, transaction_id, answer, note_id } = await discounted();
    const date = now().toISOString().slice(0, 10);
    const facts = {
      amount_minor: 113_680,
      date,
      transaction_type: 'debit',
      description: 'CHEQUE DEVUELTO',
    } as const;
    const took = await addLine(service, service.entities.mx, account ?? assert.fail(), facts);
    await callLoosely(service, 'mx', 'return_payment', {
      payment_id: answer.payment.id,
      transaction_id: took,
    });
    await assert.rejects(note(note_id));
    assert.equal((await get(invoice)).balance_due, 1160);
    await callLoosely(service, 'mx', 'undo_bank_match', { transaction_id: took });
    assert.equal((await get(invoice)).balance_due, 23.2);
    const { credit_note_id } = await service.database.kysely
      .selectFrom('bank_match')
      .select('credit_note_id')
      .where('bank_transaction_id', '=', transaction_id)
      .executeTakeFirstOrThrow();
    const again = credit_note_id ?? assert.fail('no note');
    const drafted = await note(again);
    assert.deepEqual([drafted.total, drafted.filing.status], [23.2, 'awaiting_approval']);
    await approveNote(again);
    assert.equal((await get(invoice)).balance_due, 0);
  });

  test('that a person discards stays open, and its match can still be undone', async () => {
    start();
    const { invoice, transaction_id, note_id } = await discounted();
    const { filing } = await note(note_id);
    await office.admin.json('approval', 'reject', filing.approval.id, '--reason=Nein', `--by=${ANA}`);
    await office.admin.json('invoice', 'discard', note_id, `--by=${ANA}`);
    await assert.rejects(note(note_id));
    assert.equal((await get(invoice)).balance_due, 23.2);
    await office.admin.json('bank', 'match', 'undo', transaction_id, `--by=${ANA}`);
    assert.equal((await get(invoice)).balance_due, 1160);
  });

  test('that a person rejects stays a draft, and goes with its payment', async () => {
    start();
    const { invoice, transaction_id, note_id } = await discounted();
    const { filing } = await note(note_id);
    await office.admin.json('approval', 'reject', filing.approval.id, '--reason=Nein', `--by=${ANA}`);
    assert.deepEqual([(await note(note_id)).status, (await get(invoice)).balance_due], ['draft', 23.2]);
    await office.admin.json('bank', 'match', 'undo', transaction_id, `--by=${ANA}`);
    await assert.rejects(note(note_id));
    assert.equal((await get(invoice)).balance_due, 1160);
  });

  test('goes at once with a payment whose reversal waits for the authority', async () => {
    start();
    const { invoice, answer, note_id } = await discounted();
    await fileComplement(answer.payment.id);
    await office.admin.run('payment', 'reverse', answer.payment.id, '--reason=Nein', `--by=${ANA}`, '--json');
    await assert.rejects(note(note_id));
    const { balance_due } = await until(
      () => get(invoice),
      (found) => found.balance_due !== 23.2,
    );
    assert.equal(balance_due, 1160);
  });
});

test('terms that nobody named keep the payment where no note can be', async () => {
  start();
  const counterparty_id = await addParty(service.database, service.entities.mx, 'Sin impuestos');
  await service.database.kysely
    .updateTable('counterparty')
    .set({ payment_terms: '2/99' })
    .where('id', '=', counterparty_id)
    .execute();
  const issue_date = now().toISOString().slice(0, 10);
  const id = await addInvoice(service.database, service.entities.mx, {
    counterparty_id,
    total: '1160.00',
    issue_date,
  });
  const answer = await confirm({ transaction_id: await line(113_680), matched_record_id: id });
  assert.ok(codesOf(answer.warnings).includes('residual_left'));
  assert.equal((await get(id)).balance_due, 23.2);
});

test("our bank's fee was paid, and the complement says so", async () => {
  start();
  sent.length = 0;
  const invoice = await filedInvoice();
  const answer = await confirm({
    transaction_id: await line(115_500),
    matched_record_id: invoice,
    difference_as: 'bank_fee',
  });
  assert.equal((await get(invoice)).balance_due, 0);
  await fileComplement(answer.payment.id);
  assert.deepEqual(paymentsSent().flatMap(balances), [['1', '1160.00', '1160.00', '0.00']]);
});

test(
  declared('confirm_bank_match', 'cause_not_in_document', 'withheld tax that the CFDI does not state'),
  async () => {
    start();
    const invoice = await filedInvoice();
    const transaction_id = await line(106_000);
    const args = { transaction_id, matched_record_id: invoice, difference_as: 'withholding' };
    assert.equal((await refusedWith(args)).code, 'cause_not_in_document');
    assert.equal((await get(invoice)).balance_due, 1160);
  },
);

test(
  declared('confirm_bank_match', 'discount_note_impossible', 'a discount on an invoice without its taxes'),
  async () => {
    start();
    const counterparty_id = await addParty(service.database, service.entities.mx, 'Importada');
    const total = '1160.00';
    const id = await addInvoice(service.database, service.entities.mx, { counterparty_id, total });
    const difference_as = 'early_payment_discount';
    const args = { transaction_id: await line(113_680), matched_record_id: id, difference_as };
    assert.equal((await refusedWith(args)).code, 'discount_note_impossible');
    assert.equal((await get(id)).balance_due, 1160);
  },
);
