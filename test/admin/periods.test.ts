// entity close and reopen: who may, which days, and what closed books refuse by every way in.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';

import type { BankTransactionId } from '../../generated/ids.ts';
import { addAccount, addLine } from '../tools/bank/support.ts';
import { changingNothing } from '../tools/support.ts';
import {
  admin,
  bill,
  BY,
  client,
  credited,
  entity,
  invoice,
  ledgerOf,
  party,
  service,
  usingSettledBooks,
} from './settled-books.ts';

usingSettledBooks();

const BETO = 'beto@ibarra.example';
const close = (through: string, by = BY) =>
  admin.json('entity', 'close', entity, '--through', through, '--by', by);
const reopen = (from: string) => admin.json('entity', 'reopen', entity, '--from', from, '--by', BY);
afterEach(() => admin.run('entity', 'reopen', entity, '--from', '2000-01-01', '--by', BY));

describe('entity close', () => {
  test('by an administrator, through a day that is over; a repeat changes nothing', async () => {
    const shown = await close('2026-10-31');
    assert.deepEqual([shown.id, shown.closed_through], [entity, '2026-10-31']);
    await changingNothing(service.database, () => close('2026-10-31'));
    const later = await admin.json(
      'entity',
      'close',
      '--entity',
      entity,
      '--through',
      '2026-11-20',
      '--by',
      BY,
    );
    assert.equal(later.closed_through, '2026-11-20');
    const events = await service.database.kysely
      .selectFrom('event')
      .select('type')
      .where('record_id', '=', entity)
      .where('type', 'like', 'entity.period%')
      .execute();
    assert.equal(events.length, 2);
  });

  test('not by others, not through today, not backwards, and not open days open again', async () => {
    const org = ['--org', service.organisation_id];
    await admin.json('member', 'add', ...org, '--email', BETO, '--name', 'Beto', '--role', 'member');
    const refused = async (...args: string[]) => (await admin.refused('entity', ...args)).code;
    assert.equal(await refused('close', entity, '--through', '2026-10-31', '--by', BETO), 'not_allowed');
    assert.equal(
      await refused('close', entity, '--through', '2026-10-31', '--by', 'no@x.example'),
      'not_found',
    );
    assert.equal(await refused('close', entity, '--through', '2026-11-21', '--by', BY), 'invalid_value');
    assert.equal(await refused('close', entity, '--through', '2026-02-30', '--by', BY), 'usage');
    assert.equal(await refused('close', '--through', '2026-10-31', '--by', BY), 'usage');
    assert.equal(await refused('reopen', entity, '--from', '2026-10-01', '--by', BY), 'wrong_state');
    await close('2026-10-31');
    assert.equal(await refused('close', entity, '--through', '2026-09-30', '--by', BY), 'wrong_state');
    assert.equal(await refused('reopen', entity, '--from', '2026-11-01', '--by', BY), 'wrong_state');
    assert.equal(await refused('reopen', entity, '--from', '2026-10-01', '--by', BETO), 'not_allowed');
    assert.equal((await reopen('2026-10-01')).closed_through, '2026-09-30');
    await admin.json('entity', 'update', entity, '--name', 'Otro nombre', '--by', BY);
    const rows = await admin.json('entity', 'list');
    const row = rows.find(({ id }: { id: string }) => id === entity);
    assert.equal(row.closed_through, '2026-09-30');
  });
});

describe('imports', () => {
  let files = 0;
  const importing = async (type: string, rows: readonly object[], ...options: string[]) => {
    files += 1;
    const path = admin.file(`closed-${files}.ndjson`, rows.map((row) => JSON.stringify(row)).join('\n'));
    const { out } = await admin.run('import', type, path, '--entity', entity, '--json', ...options);
    return JSON.parse(out);
  };
  const reasons = async (type: string, rows: readonly object[], ...options: string[]) => {
    const { rejected } = await changingNothing(service.database, () => importing(type, rows, ...options));
    return rejected.map(({ reason }: { reason: string }) => reason);
  };
  const CLOSED = /closed through 2026-10-31/;

  test('refuse rows of closed days with the reason, and take drafts', async () => {
    const owed = await invoice({ presettled: '600.00', external_id: 'cl-1' });
    await close('2026-10-31');
    const opening = { counterparty: party, total: 100, issue_date: '2026-10-31' };
    const [filed] = await reasons('invoices', [{ ...opening, number: 'X1', status: 'filed' }]);
    assert.match(filed, CLOSED);
    assert.match(
      (await reasons('bills', [{ ...opening, bill_number: 'X1', status: 'received' }]))[0],
      CLOSED,
    );
    for (const historic of [true, false]) {
      const row = { document: owed, amount: 10, payment_date: '2026-10-31', historic };
      assert.match((await reasons('invoice_payments', [row]))[0], CLOSED);
    }
    const note = { counterparty: party, document: owed, number: 'N1', total: 10, issue_date: '2026-10-31' };
    assert.match(
      (await reasons('invoice_credit_notes', [{ ...note, status: 'filed', historic: false }]))[0],
      CLOSED,
    );
    const { imported } = await importing('invoices', [{ ...opening, status: 'draft' }]);
    assert.equal(imported, 1);
  });

  test('take in open days what explains an earlier month; the closed entries stay', async () => {
    const owed = await invoice({ presettled: '600.00' });
    await close('2026-10-31');
    const row = { document: owed, amount: 600, payment_date: '2026-11-02' };
    assert.equal((await importing('invoice_payments', [row])).imported, 1);
    assert.deepEqual(await ledgerOf(owed), [
      ['invoice', '2026-03-01', 100_000],
      ['invoice_payment', '2026-03-01', -60_000],
      ['reversal', '2026-11-01', 60_000],
      ['invoice_payment', '2026-11-02', -60_000],
    ]);
  });

  test('change no document of closed days', async () => {
    const opening = {
      external_id: 'cl-2',
      counterparty: party,
      number: 'X2',
      total: 100,
      status: 'filed',
      issue_date: '2026-10-31',
    };
    assert.equal((await importing('invoices', [opening])).imported, 1);
    await close('2026-10-31');
    assert.equal((await importing('invoices', [opening])).skipped, 1);
    for (const changed of [{ total: 200 }, { issue_date: '2026-11-01' }]) {
      assert.match((await reasons('invoices', [{ ...opening, ...changed }], '--update'))[0], CLOSED);
    }
  });
});

describe('corrections are entries of the open month', () => {
  test('a payment of a closed month is reversed, and its invoice credited', async () => {
    const id = await invoice();
    const payment = await client().record_invoice_payment({ invoice_id: id, payment_date: '2026-10-15' });
    await close('2026-10-31');
    await admin.json('payment', 'reverse', payment.id, '--reason', 'Doble', '--by', BY);
    await credited(id);
    assert.deepEqual(
      (await ledgerOf(id)).map(([type, date]) => [type, date]),
      [
        ['invoice', '2026-03-01'],
        ['invoice_payment', '2026-10-15'],
        ['reversal', '2026-11-21'],
        ['invoice_credit_note', '2026-11-21'],
      ],
    );
  });

  test('what a credit note frees across currencies moves in the open month', async () => {
    const id = await invoice({ currency: 'USD', total: '100.00' });
    const facts = { invoice_id: id, currency: 'MXN', payment_date: '2026-03-31' };
    const { id: payment } = await client().record_invoice_payment(facts);
    await close('2026-10-31');
    await credited(id, 25);
    const entries = await service.database.kysely
      .selectFrom('ledger_entry')
      .select(['entry_type', 'date', 'currency', 'debit_minor', 'credit_minor'])
      .where('record_id', '=', payment)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      entries.map(({ debit_minor, credit_minor, ...rest }) => [
        ...Object.values(rest),
        debit_minor - credit_minor,
      ]),
      [
        ['invoice_payment', '2026-03-31', 'USD', -10_000],
        ['reversal', '2026-11-01', 'USD', 2_500],
        ['invoice_payment', '2026-11-01', 'MXN', -44_523],
      ],
    );
  });

  test('what an earlier system had settled comes free in the open month', async () => {
    const id = await invoice({ presettled: '600.00' });
    await close('2026-10-31');
    await credited(id);
    const entries = await service.database.kysely
      .selectFrom('ledger_entry')
      .select('date')
      .where('counterparty_id', '=', party)
      .where('date', '<=', '2026-10-31' as never)
      .where('document_id', '=', id)
      .execute();
    // The invoice and what was settled of it, as they were before.
    assert.equal(entries.length, 2);
    assert.deepEqual((await ledgerOf(id)).slice(2), [
      ['reversal', '2026-11-01', 60_000],
      ['invoice_credit_note', '2026-11-21', -100_000],
    ]);
  });

  test('a bill of a closed month stays in the inbox, and is reversed once received', async () => {
    const waiting = await bill({ status: 'inbox' });
    const received = await bill();
    await close('2026-10-31');
    const refusal = await admin.refused('bill', 'receive', waiting, '--by', BY);
    assert.equal(refusal.code, 'period_closed');
    await admin.json('bill', 'reverse', received, '--by', BY);
    assert.deepEqual((await ledgerOf(received)).at(-1), ['reversal', '2026-11-21', 100_000]);
  });

  test('a match of a closed month is undone', async () => {
    const account = await addAccount(service, entity, { name: 'Deshacer' });
    const invoice_id = await invoice({ total: '777.00' });
    const date = '2026-10-20' as never;
    const transaction_id = (await addLine(service, entity, account, {
      amount_minor: 77_700,
      date,
    })) as BankTransactionId;
    await client().confirm_bank_match({ transaction_id, matched_record_id: invoice_id });
    await close('2026-10-31');
    await admin.json('bank', 'match', 'undo', transaction_id, '--by', BY);
    assert.deepEqual((await ledgerOf(invoice_id)).at(-1), ['reversal', '2026-11-21', 77_700]);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 777);
  });
});
