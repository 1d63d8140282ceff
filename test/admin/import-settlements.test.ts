// The import of payments and of credit notes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { addParty } from '../support/documents.ts';
import { changingNothing } from '../tools/support.ts';
import {
  admin,
  bill,
  client,
  entity,
  invoice,
  ledgerOf,
  party,
  service,
  usingSettledBooks,
} from './settled-books.ts';

usingSettledBooks();

let files = 0;
const importing = (type: string, rows: readonly object[], ...options: string[]) => {
  files += 1;
  const path = admin.file(`rows-${files}.ndjson`, rows.map((row) => JSON.stringify(row)).join('\n'));
  return ['import', type, path, '--entity', entity, '--json', ...options];
};
const imported = async (type: string, rows: readonly object[], ...options: string[]) => {
  const { out, err } = await admin.run(...importing(type, rows, ...options));
  assert.equal(err, '');
  const { imported: done, updated, skipped } = JSON.parse(out);
  return { imported: done, updated, skipped };
};
const reasons = async (type: string, rows: readonly object[], ...options: string[]): Promise<string[]> => {
  const { out } = await admin.run(...importing(type, rows, ...options));
  return JSON.parse(out).rejected.map(({ reason }: { reason: string }) => reason);
};

describe('import of payments', () => {
  test('historic ones explain what was settled; the balance stays', async () => {
    const id = await invoice({ external_id: 'i-1', presettled: '600.00' });
    const rows = [
      { external_id: 'p-1', document: 'i-1', amount: 350, payment_date: '2026-03-10', reference: 'SPEI 1' },
      {
        external_id: 'p-2',
        document: id,
        amount: 250,
        payment_date: '2026-03-20',
        payment_method: 'cash',
        bank_linked: true,
      },
    ];
    assert.deepEqual(await imported('invoice_payments', rows), { imported: 2, updated: 0, skipped: 0 });
    const shown = await client().get_invoice({ invoice_id: id });
    assert.deepEqual([shown.amount_paid, shown.balance_due], [600, 400]);
    assert.deepEqual(
      shown.payments.map(({ amount, payment_date, payment_method }) => [
        amount,
        payment_date,
        payment_method,
      ]),
      [
        [350, '2026-03-10', 'wire_transfer'],
        [250, '2026-03-20', 'cash'],
      ],
    );
    assert.deepEqual(await ledgerOf(id), [
      ['invoice', '2026-03-01', 100_000],
      ['invoice_payment', '2026-03-10', -35_000],
      ['invoice_payment', '2026-03-20', -25_000],
    ]);
    assert.deepEqual(await imported('invoice_payments', rows), { imported: 0, updated: 0, skipped: 2 });
    const told = rows.map((row) => ({ ...row, reference: `${row.external_id} told better` }));
    assert.match((await reasons('invoice_payments', told))[0] ?? '', /add --update/);
    assert.deepEqual(await imported('invoice_payments', told, '--update'), {
      imported: 0,
      updated: 2,
      skipped: 0,
    });
    const { data } = await client().search({ query: 'told better', types: ['invoice_payments'] });
    assert.equal(data.length, 2);
    const moved = [{ ...rows[0], amount: 351 }];
    assert.match((await reasons('invoice_payments', moved, '--update'))[0] ?? '', /which no import changes/);
    assert.match(
      (await reasons('invoice_payments', [{ document: id, amount: 0.01, payment_date: '2026-03-21' }]))[0] ??
        '',
      /historic must be false/,
    );
  });

  test('others settle the document as a payment of today does, bills alike', async () => {
    const invoice_id = await invoice();
    const bill_id = await bill({ external_id: 'b-1' });
    await imported('invoice_payments', [
      { document: invoice_id, amount: 400, payment_date: '2026-06-30', historic: false },
    ]);
    await imported('bill_payments', [
      { document: 'b-1', amount: 1000, paid_on: '2026-06-30', historic: false },
    ]);
    assert.equal((await client().get_invoice({ invoice_id })).balance_due, 600);
    const shown = await client().get_bill({ bill_id });
    assert.deepEqual([shown.payment_status, shown.payments.length], ['paid', 1]);
  });

  test('a historic one in another currency is worth what was settled', async () => {
    const bill_id = await bill({ currency: 'USD', total: '100.00', presettled: '100.00' });
    const rows = [{ document: bill_id, amount: 1765.18, currency: 'MXN', paid_on: '2026-02-27' }];
    assert.deepEqual(await imported('bill_payments', rows), { imported: 1, updated: 0, skipped: 0 });
    const shown = await client().get_bill({ bill_id });
    assert.deepEqual([shown.amount_paid, shown.payments[0]?.allocated_amount], [100, 100]);
  });

  test('one wrong row keeps all of them out; with --partial only itself', async () => {
    const id = await invoice({ external_id: 'i-2', presettled: '100.00' });
    const rows = [
      { external_id: 'q-1', document: 'i-2', amount: 60, payment_date: '2026-03-10' },
      { external_id: 'q-2', document: 'i-2', amount: 60, payment_date: '2026-03-11' },
      { external_id: 'q-1', document: 'i-2', amount: 61, payment_date: '2026-03-10' },
      { document: 'nobody', amount: 1, payment_date: '2026-03-10' },
      { document: 'i-2', amount: 1, payment_date: '2026-02-30' },
      { document: 'i-2', amount: 1, currency: 'CHF', payment_date: '2026-03-10' },
      { document: await invoice({ status: 'void' }), amount: 1, payment_date: '2026-03-10', historic: false },
      { document: 'i-2', amount: 900.01, payment_date: '2026-03-10', historic: false },
    ];
    const found = await changingNothing(service.database, () => reasons('invoice_payments', rows));
    for (const [index, pattern] of [
      /payment_date must be a day of the calendar, not "2026-02-30"/,
      /more than the 40 MXN/,
      /external_id q-1 stands on line 1 of this file already, with other values/,
      /nobody is neither/,
      /no exchange rate/,
      /is void, so it takes no payment/,
      /exceeds the balance due of 900 MXN/,
    ].entries()) {
      assert.ok(
        found.some((reason) => pattern.test(reason)),
        `${index}: ${pattern} in ${found.join(' | ')}`,
      );
    }
    const { out } = await admin.run(...importing('invoice_payments', rows, '--partial'));
    assert.deepEqual([JSON.parse(out).imported, JSON.parse(out).rejected.length], [1, 7]);
    assert.equal((await client().get_invoice({ invoice_id: id })).payments.length, 1);
  });
});

describe('import of credit notes', () => {
  const note = { number: '1', issue_date: '2026-03-15' };
  const row = (document: string | undefined, total: number, more: object = {}) => ({
    ...note,
    counterparty: party,
    ...(document === undefined ? {} : { document }),
    total,
    ...more,
  });

  test('one that is not historic reduces the balance, and reverses the invoice when nothing is left', async () => {
    const id = await invoice();
    await imported('invoice_credit_notes', [
      row(id, 300, { historic: false, series: 'NC', reason: 'Devolución' }),
    ]);
    assert.deepEqual((await client().get_invoice({ invoice_id: id })).balance_due, 700);
    await imported('invoice_credit_notes', [row(id, 700, { historic: false })]);
    assert.equal((await client().get_invoice({ invoice_id: id })).status, 'reversed');
    const { data } = await client().search({ query: 'devolucion', types: ['invoice_credit_notes'] });
    assert.deepEqual(
      data.map(({ sublabel, amount, status }) => [sublabel, amount, status]),
      [['NC-1', 300, 'filed']],
    );
  });

  test('a historic one takes the place of what was settled, as far as that covers it', async () => {
    const id = await invoice({ presettled: '400.00' });
    await imported('invoice_credit_notes', [row(id, 300), row(id, 200)]);
    const shown = await client().get_invoice({ invoice_id: id });
    assert.deepEqual([shown.amount_paid, shown.amount_credited, shown.balance_due], [100, 300, 600]);
    assert.deepEqual(await ledgerOf(id), [
      ['invoice', '2026-03-01', 100_000],
      ['invoice_payment', '2026-03-01', -10_000],
      ['invoice_credit_note', '2026-03-15', -30_000],
    ]);
  });

  test('a bill that is credited whole keeps its state and is paid', async () => {
    const bill_id = await bill();
    await imported('bill_credit_notes', [row(bill_id, 1000, { historic: false, status: 'validated' })]);
    const shown = await client().get_bill({ bill_id });
    assert.deepEqual([shown.status, shown.payment_status, shown.balance_due], ['received', 'paid', 0]);
  });

  test('drafts, void and rejected ones are only shown; on account they have an entry of their own', async () => {
    const id = await invoice();
    await imported('invoice_credit_notes', [
      row(id, 10, { status: 'draft', historic: false }),
      row(id, 10, { status: 'void', historic: false }),
      row(undefined, 25, { historic: false, external_id: 'on-account' }),
      row(undefined, 26),
    ]);
    assert.equal((await client().get_invoice({ invoice_id: id })).balance_due, 1000);
    const entries = await service.database.kysely
      .selectFrom('ledger_entry')
      .select('credit_minor')
      .where('document_id', 'is', null)
      .where('entry_type', '=', 'invoice_credit_note')
      .execute();
    assert.deepEqual(entries, [{ credit_minor: 2_500 }]);
  });

  test('repeats are skipped, names may be told better, amounts are not changed', async () => {
    const id = await invoice();
    const first = row(id, 100, { external_id: 'n-1', historic: false });
    await imported('invoice_credit_notes', [first]);
    assert.deepEqual(await imported('invoice_credit_notes', [first]), {
      imported: 0,
      updated: 0,
      skipped: 1,
    });
    const told = { ...first, reason: 'Bonificación', series: 'B' };
    assert.match((await reasons('invoice_credit_notes', [told]))[0] ?? '', /add --update/);
    assert.deepEqual(await imported('invoice_credit_notes', [told], '--update'), {
      imported: 0,
      updated: 1,
      skipped: 0,
    });
    assert.match(
      (await reasons('invoice_credit_notes', [{ ...told, total: 101 }], '--update'))[0] ?? '',
      /total_minor/,
    );
    assert.equal((await client().get_invoice({ invoice_id: id })).balance_due, 900);
  });

  test('refusals', async () => {
    const id = await invoice();
    const other = await addParty(service.database, entity, 'Otra');
    const cases: [object, RegExp][] = [
      [row(id, 1000.01, { historic: false }), /more than the 1000 MXN/],
      [row(id, 1, { counterparty: other }), /belongs to another counterparty/],
      [row(id, 1, { currency: 'USD' }), /is in MXN, the credit note in USD/],
      [
        row(await invoice({ status: 'draft' }), 1, { historic: false }),
        /is draft, so no credit note changes it/,
      ],
      [row('nobody', 1), /nobody is neither/],
    ];
    for (const [wrong, reason] of cases) {
      const [found] = await changingNothing(service.database, () => reasons('invoice_credit_notes', [wrong]));
      assert.match(found ?? '', reason);
    }
  });
});
