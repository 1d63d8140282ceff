// What the tools refuse on closed days, and what they say of a payment's day.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';

import { FolioError } from '../support/client.ts';
import type { BankTransactionId } from '../../generated/ids.ts';
import { addParty } from '../support/documents.ts';
import {
  admin,
  bill,
  BY,
  client,
  entity,
  invoice,
  party,
  service,
  usingSettledBooks,
} from '../admin/settled-books.ts';
import { addAccount, addLine } from './bank/support.ts';
import { changingNothing, codesOf, declared, warned } from './support.ts';

usingSettledBooks();

const close = (through: string) => admin.json('entity', 'close', entity, '--through', through, '--by', BY);
const reopen = (from: string) => admin.json('entity', 'reopen', entity, '--from', from, '--by', BY);
afterEach(() => admin.run('entity', 'reopen', entity, '--from', '2000-01-01', '--by', BY));

const refusedWith = async (work: () => Promise<unknown>) => {
  const error = await changingNothing(service.database, () =>
    work().then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    ),
  );
  assert.ok(error instanceof FolioError);
  const { code, path, details } = error;
  return [code, path, (details as { first_open_day?: string }).first_open_day];
};

describe('on closed days', () => {
  test(declared('record_invoice_payment', 'period_closed', 'no payment of an invoice'), async () => {
    const invoice_id = await invoice();
    await close('2026-10-31');
    const pay = (payment_date: string) =>
      client().record_invoice_payment({ invoice_id, amount: 1, payment_date });
    assert.deepEqual(await refusedWith(() => pay('2026-10-31')), [
      'period_closed',
      'payment_date',
      '2026-11-01',
    ]);
    assert.equal((await pay('2026-11-01')).payment_date, '2026-11-01');
    assert.equal((await client().record_invoice_payment({ invoice_id, amount: 1 })).amount, 1);
    await reopen('2026-10-01');
    assert.equal((await pay('2026-10-31')).payment_date, '2026-10-31');
    assert.equal((await refusedWith(() => pay('2026-09-30')))[0], 'period_closed');
  });

  test(declared('record_bill_payment', 'period_closed', 'no payment of a bill'), async () => {
    const bill_id = await bill();
    await close('2026-10-31');
    const pay = () => client().record_bill_payment({ bill_id, paid_on: '2026-03-05' });
    assert.deepEqual(await refusedWith(pay), ['period_closed', 'paid_on', '2026-11-01']);
  });

  test(declared('create_invoice', 'period_closed', 'no draft that is dated on one'), async () => {
    await close('2026-11-20');
    const create = (issue_date: string) =>
      client().create_invoice({
        counterparty_id: party,
        issue_date,
        line_items: [{ description: 'Papel', unit_price: 100 }],
      });
    assert.deepEqual(await refusedWith(() => create('2026-11-20')), [
      'period_closed',
      'issue_date',
      '2026-11-21',
    ]);
    assert.equal((await create('2026-11-21')).issue_date, '2026-11-21');
  });

  test(declared('create_bill', 'period_closed', 'no bill'), async () => {
    await close('2026-10-31');
    const create = (issue_date: string) =>
      client().create_bill({
        counterparty_id: party,
        bill_number: `P-${issue_date}`,
        issue_date,
        line_items: [{ description: 'Papel', unit_price: 100 }],
      });
    const refusal = ['period_closed', 'issue_date', '2026-11-01'];
    assert.deepEqual(await refusedWith(() => create('2026-10-31')), refusal);
    assert.equal((await create('2026-11-01')).status, 'received');
  });

  test(
    declared('confirm_bank_match', 'period_closed', 'no payment of a bank line; one recorded is linked'),
    async () => {
      const account = await addAccount(service, entity);
      const invoice_id = await invoice({ total: '1234.00' });
      const transaction_id = (await addLine(service, entity, account, {
        amount_minor: 123_400,
        date: '2026-10-30',
      })) as BankTransactionId;
      await close('2026-10-31');
      const confirm = () => client().confirm_bank_match({ transaction_id, matched_record_id: invoice_id });
      assert.deepEqual(await refusedWith(confirm), ['period_closed', 'transaction_id', '2026-11-01']);
      const { id } = await client().record_invoice_payment({ invoice_id, payment_date: '2026-11-01' });
      const linked = await client().confirm_bank_match({
        transaction_id,
        matched_record_id: invoice_id,
        create_payment: false,
      });
      assert.equal(linked.payment?.id, id);
    },
  );

  test('the matcher suggests what it would confirm, and says why', async () => {
    const account = await addAccount(service, entity, { name: 'Cobros' });
    const named = await addParty(service.database, entity, 'Talleres Ometepec SA de CV');
    const facts = { counterparty_id: named, total: '54321.09', series: 'U', number: '7001' };
    const invoice_id = await invoice({ ...facts, issue_date: '2026-10-01', due_date: '2026-10-30' });
    const transaction_id = (await addLine(service, entity, account, {
      amount_minor: 5_432_109,
      date: '2026-10-20',
      description: 'SPEI RECIBIDO TALLERES OMETEPEC FACTURA U-7001',
      counterparty_hint: 'TALLERES OMETEPEC',
    })) as BankTransactionId;
    await close('2026-10-31');
    const run = await client().run_ai_matching({ bank_account_id: account });
    assert.deepEqual([run.auto_confirmed, run.suggested, run.unmatched], [0, 1, 0]);
    assert.match(run.results[0]?.reasons[0] ?? '', /closed through 2026-10-31/);
    await reopen('2026-10-01');
    const { match_status } = await client().confirm_bank_match({
      transaction_id,
      matched_record_id: invoice_id,
    });
    assert.equal(match_status, 'confirmed');
  });

  test('the other company of the organisation books as before', async () => {
    await close('2026-10-31');
    const supplier = await addParty(service.database, service.entities.de, 'Harms KG');
    const { status } = await service.client(service.keys.de).create_bill({
      counterparty_id: supplier,
      bill_number: 'RE-1',
      issue_date: '2026-10-01',
      line_items: [{ description: 'Papier', unit_price: 100 }],
    });
    assert.equal(status, 'received');
  });
});

describe('a payment before the issue date is taken with a warning', () => {
  test(warned('record_invoice_payment', 'payment_before_issue', 'of an invoice'), async () => {
    const invoice_id = await invoice();
    const pay = (payment_date: string) =>
      client().record_invoice_payment({ invoice_id, amount: 1, payment_date });
    const early = await pay('2026-02-28');
    assert.deepEqual(codesOf(early.warnings), ['payment_before_issue']);
    assert.equal(early.warnings[0]?.path, 'payment_date');
    assert.deepEqual(
      (await pay('2026-03-02')).warnings.map(({ code }) => code),
      ['similar_write_recently'],
    );
  });

  test(warned('record_bill_payment', 'payment_before_issue', 'of a bill'), async () => {
    const { warnings } = await client().record_bill_payment({ bill_id: await bill(), paid_on: '2026-02-28' });
    assert.deepEqual(codesOf(warnings), ['payment_before_issue', 'full_balance_paid']);
  });

  test(warned('confirm_bank_match', 'payment_before_issue', 'by a bank transaction'), async () => {
    const account = await addAccount(service, entity, { name: 'Anticipos' });
    const transaction_id = (await addLine(service, entity, account, {
      amount_minor: 4_321,
      date: '2026-02-27',
    })) as BankTransactionId;
    const matched_record_id = await invoice({ total: '43.21' });
    const { warnings } = await client().confirm_bank_match({ transaction_id, matched_record_id });
    assert.deepEqual(codesOf(warnings), ['payment_before_issue']);
  });
});
