// A line that is less by a credit on record: told, with what settles it in the books; never where two credits or sets fit.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import type {
  BankAccountId,
  BankTransactionId,
  CounterpartyId,
  InvoicePaymentId,
} from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { addBill, addInvoice } from '../../support/documents.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, type LineFacts, NOW } from '../bank/support.ts';
import { addMexicanCustomer } from '../support.ts';

let service: TestService;
let account: BankAccountId;
let party: CounterpartyId;
let made = 0;
/** Straight in their table: they have no entries in the ledger. */
const notes: string[] = [];
/** A name that no other has a word of. */
let name: string;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
});
after(async () => {
  await service.database.kysely.deleteFrom('credit_note').where('id', 'in', notes).execute();
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.mx), []);
  await service.close();
});
beforeEach(async () => {
  made += 1;
  name = `Bodega ${'abcdefghij'.charAt(made % 10)}ar${'klmnopqrst'.charAt(made % 10)}iz`;
  party = await addMexicanCustomer(service, name, { is_supplier: true });
});

const client = () => service.client(service.keys.mx);
const invoice = (total: string, number?: string) =>
  addInvoice(service.database, service.entities.mx, {
    counterparty_id: party,
    total,
    ...(number === undefined ? {} : { number }),
  });
const bill = (total: string) =>
  addBill(service.database, service.entities.mx, { counterparty_id: party, total });
const line = (amount_minor: number, facts: LineFacts = {}) =>
  addLine(service, service.entities.mx, account, {
    amount_minor,
    description: `PAGO ${name.toUpperCase()}`,
    ...facts,
  }) as Promise<BankTransactionId>;

/** So much more than an invoice was paid. */
const credit = async (minor: number): Promise<InvoicePaymentId> => {
  const { payment } = await client().confirm_bank_match({
    transaction_id: await line(100_000 + minor),
    matched_record_id: await invoice('1000.00'),
  });
  return (payment?.id ?? assert.fail()) as InvoicePaymentId;
};
const told = (transaction_id: BankTransactionId) => client().explain_bank_transaction({ transaction_id });
const note = async (facts: {
  readonly type?: 'invoice_credit_note' | 'bill_credit_note';
  readonly status: 'draft' | 'filed' | 'validated';
  readonly record_id: string | null;
}): Promise<string> => {
  const id = newId('InvoiceCreditNoteId');
  await service.database.kysely
    .insertInto('credit_note')
    .values({
      entity_id: service.entities.mx,
      id,
      type: 'invoice_credit_note',
      counterparty_id: party,
      series: null,
      number: null,
      uuid: null,
      issue_date: asDay('2026-03-01'),
      currency: 'MXN',
      total_minor: 11_900,
      reason: null,
      historic: false,
      external_id: null,
      created_at: toInstant(NOW),
      updated_at: toInstant(NOW),
      ...facts,
    })
    .execute();
  notes.push(id);
  return id;
};

describe('a customer pays less its credit', () => {
  test('one invoice: what is told settles it', async () => {
    const payment_id = await credit(11_900);
    const invoice_id = await invoice('1190.00');
    const transaction_id = await line(107_100);
    const { reasons, next_steps } = await told(transaction_id);
    assert.match(
      reasons.join(' | '),
      new RegExp(`exactly .*${name}, less the credit of 119 MXN that is left of the payment ${payment_id}`),
    );
    const steps = next_steps.join(' | ');
    for (const word of ['apply_invoice_payment', payment_id, invoice_id, 'amount 119', `${invoice_id} 1071`])
      assert.ok(steps.includes(word), `${word}: ${steps}`);
    await client().apply_invoice_payment({ payment_id, invoice_id, amount: 119 });
    await client().confirm_bank_match({
      transaction_id,
      allocations: [{ matched_record_id: invoice_id, amount: 1071 }],
    });
    const { balance_due } = await client().get_invoice({ invoice_id });
    assert.equal(balance_due, 0);
  });

  test('three invoices: the largest takes it', async () => {
    const payment_id = await credit(11_900);
    const ids = [await invoice('400.00'), await invoice('1190.00'), await invoice('250.00')];
    const { reasons, next_steps } = await told(await line(172_100));
    assert.match(reasons.join(' | '), /less the credit of 119 MXN/);
    const steps = next_steps.join(' | ');
    for (const word of [payment_id, `${ids[0]} 400`, `${ids[1]} 1071`, `${ids[2]} 250`])
      assert.ok(steps.includes(word), `${word}: ${steps}`);
  });

  test('two credits of the sum, or two invoices: neither is told', async () => {
    await credit(11_900);
    await invoice('1190.00');
    const one = await line(107_100);
    assert.match((await told(one)).reasons.join(), /less the credit/);
    await invoice('1190.00');
    assert.doesNotMatch((await told(one)).reasons.join(), /less the credit/);
  });

  test('of two customers with the same sums it is the one that the line names, and nobody where it names none', async () => {
    await credit(11_900);
    await invoice('1190.00');
    const { reasons } = await told(await line(107_100));
    assert.match(reasons.join(' | '), new RegExp(`${name}, less the credit`));
    const mute = await told(await line(107_100, { description: 'SPEI RECIBIDO' }));
    assert.doesNotMatch(mute.reasons.join(), /less the credit/);
  });

  test('a credit of somebody else, of another sum, or spent, is not told', async () => {
    const payment_id = await credit(11_900);
    await invoice('1190.00');
    const transaction_id = await line(107_200);
    assert.doesNotMatch((await told(transaction_id)).reasons.join(), /less the credit/);
    const exact = await line(107_100);
    await client().apply_invoice_payment({ payment_id, invoice_id: await invoice('119.00') });
    assert.doesNotMatch((await told(exact)).reasons.join(), /less the credit/);
  });

  test('that is a credit note not filed yet: it is filed first', async () => {
    const invoice_id = await invoice('1190.00');
    const id = await note({ status: 'draft', record_id: invoice_id });
    const { reasons, next_steps } = await told(await line(107_100));
    assert.match(
      reasons.join(' | '),
      new RegExp(`less 119 MXN of the credit note ${id}, which is not filed`),
    );
    assert.match(next_steps.join(' | '), new RegExp(`once that note is filed, .*${invoice_id} 1071`));
  });

  test('on account, which nothing sets off: it stays beside what is still owed', async () => {
    const id = await note({ status: 'filed', record_id: null });
    const invoice_id = await invoice('1190.00');
    const { reasons, next_steps } = await told(await line(107_100));
    assert.match(
      reasons.join(' | '),
      new RegExp(`on record as ${id}, which the books set off against no document`),
    );
    assert.match(next_steps.join(' | '), new RegExp(`${invoice_id} 1071`));
  });
});

describe('a supplier is paid less its credit', () => {
  const debit = { transaction_type: 'debit' } as const;

  test('of a bill that was overpaid', async () => {
    const paid = await bill('500.00');
    await client().confirm_bank_match({
      transaction_id: await line(61_900, debit),
      matched_record_id: paid,
    });
    const owed = await bill('1190.00');
    const { reasons, next_steps } = await told(await line(107_100, debit));
    assert.match(reasons.join(' | '), new RegExp(`less the credit of 119 MXN on record as ${paid}`));
    assert.match(next_steps.join(' | '), new RegExp(`${owed} 1071`));
  });

  test('of a credit note on account', async () => {
    const id = await note({ type: 'bill_credit_note', status: 'validated', record_id: null });
    await bill('1390.00');
    const { reasons } = await told(await line(127_100, debit));
    assert.match(reasons.join(' | '), new RegExp(`less the credit of 119 MXN on record as ${id}`));
  });
});
