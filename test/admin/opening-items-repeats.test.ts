// Opening items that the books know already, and files that are refused or cut off.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import type { BillId, InvoiceId } from '../../generated/ids.ts';
import { readMigrations } from '../../src/db/migrations/index.ts';
import { checkTwins } from '../../src/doctor/twins.ts';
import { addMexicanCustomer } from '../tools/support.ts';
import {
  admin,
  BILL,
  BY,
  counts,
  DONE,
  importing,
  INVOICE,
  ledger,
  luna,
  only,
  reasons,
  service,
  theBill,
  theInvoice,
  usingOpeningItemsBooks,
} from './opening-items-books.ts';
import { ndjson, startProgram } from './support.ts';

usingOpeningItemsBooks();

describe('repeats', () => {
  test('the same row again is skipped, also when the books have moved on', async () => {
    await importing('invoices', [INVOICE]);
    await importing('bills', [BILL]);
    await service
      .client(service.keys.mx)
      .record_invoice_payment({ invoice_id: (await only('invoices')) as InvoiceId, amount: 5 });
    const earlier = await counts();
    for (const rest of [[], ['--update']]) {
      assert.deepEqual(await importing('invoices', [INVOICE], 'mx', ...rest), { ...DONE, skipped: 1 });
      assert.deepEqual(await importing('bills', [BILL], 'mx', ...rest), { ...DONE, skipped: 1 });
    }
    assert.deepEqual(await counts(), earlier);
    assert.equal((await theInvoice()).balance_due, 11);
  });

  test('another row needs --update, which changes everything that nothing else has moved', async () => {
    await importing('invoices', [INVOICE]);
    await importing('bills', [BILL]);
    const invoice = { ...INVOICE, number: '99', total: 232, balance_due: 232, title: 'Corregida' };
    const bill = { ...BILL, bill_number: '99', total: 100, balance_due: 100 };
    assert.match(
      (await reasons('invoices', [invoice]))[0] ?? '',
      /already imported as invc_\w+ with other values/,
    );
    assert.match((await reasons('bills', [bill]))[0] ?? '', /already imported as bill_\w+ with other values/);
    assert.deepEqual(await importing('invoices', [invoice], 'mx', '--update'), { ...DONE, updated: 1 });
    assert.deepEqual(await importing('bills', [bill], 'mx', '--update'), { ...DONE, updated: 1 });
    const changed = await theInvoice();
    assert.deepEqual(
      [changed.folio, changed.total, changed.balance_due, changed.title],
      ['A-99', 232, 232, 'Corregida'],
    );
    assert.deepEqual(
      changed.line_items.map(({ total }) => total),
      [232],
    );
    assert.deepEqual(await ledger(), [
      ['ar', 'invoice', '2026-01-15', 23_200, 0, 'A-99'],
      ['ap', 'bill', '2026-01-15', 0, 10_000, 'F-99'],
    ]);
    const client = service.client(service.keys.mx);
    assert.equal((await client.search({ query: 'corregida', types: ['invoices'] })).data.length, 1);
    assert.equal((await client.search({ query: 'A-12', types: ['invoices'] })).data.length, 0);
    // And once more: an import does not stand in its own way.
    assert.deepEqual(await importing('bills', [BILL], 'mx', '--update'), { ...DONE, updated: 1 });
    assert.deepEqual(await importing('bills', [BILL], 'mx', '--update'), { ...DONE, skipped: 1 });
  });

  test('what a payment has moved is not changed by an import', async () => {
    await importing('bills', [BILL]);
    const client = service.client(service.keys.mx);
    await client.record_bill_payment({ bill_id: (await only('bills')) as BillId, amount: 1 });
    const [told] = await reasons('bills', [{ ...BILL, total: 60 }], 'mx', '--update');
    assert.match(told ?? '', /^the bill bill_\w+ has changed in these books since its import/);
    assert.equal((await theBill()).balance_due, 17);
  });

  test('one number twice is refused and names the earlier record', async () => {
    await importing('invoices', [INVOICE]);
    await importing('bills', [BILL]);
    const invoice = { ...INVOICE, external_id: 'i2', total: 5, balance_due: 5 };
    const bill = { ...BILL, external_id: 'b2', total: 5, balance_due: 5, bill_number: '88 41', series: 'f' };
    const unlike = { ...invoice, series: undefined };
    assert.deepEqual(await reasons('invoices', [invoice]), [
      `the invoice A-12 is in the books already as ${await only('invoices')}`,
    ]);
    assert.deepEqual(await reasons('bills', [bill]), [
      `the bill f-88 41 is in the books already as ${await only('bills')}`,
    ]);
    assert.equal((await importing('invoices', [unlike])).imported, 1);
    const [told] = await reasons('invoices', [{ ...unlike, external_id: 'i3' }]);
    assert.match(told ?? '', /^the invoice 12 is in the books already as invc_/);
  });

  test('within a file', async () => {
    const again = { ...INVOICE, external_id: 'i2' };
    const other = { ...INVOICE, number: '13', total: 500 };
    const told = await reasons('invoices', [INVOICE, INVOICE, again, other]);
    assert.equal(told[0], 'the invoice A-12 stands on line 1 of this file already');
    assert.equal(told[1], 'external_id i1 stands on line 1 of this file already, with other values');
    assert.equal(told.length, 2, 'the same row twice is one record');
  });

  test('rows without external id are known by their number', async () => {
    const { external_id: _invoice, ...invoice } = INVOICE;
    const { external_id: _bill, ...bill } = BILL;
    await importing('invoices', [invoice]);
    await importing('bills', [bill]);
    assert.deepEqual(await importing('invoices', [invoice]), { ...DONE, skipped: 1 });
    assert.deepEqual(await importing('bills', [bill]), { ...DONE, skipped: 1 });
  });

  test('create_bill does not record an imported bill again', async () => {
    await importing('bills', [BILL]);
    const call = service.client(service.keys.mx).create_bill({
      counterparty_id: luna,
      bill_number: '8841',
      series: 'F',
      line_items: [{ description: 'Flete', unit_price: 50 }],
    });
    await assert.rejects(call, { code: 'bill_duplicate' });
  });
});

describe('UUIDs', () => {
  const owed = { ...BILL, balance_due: BILL.total };
  const other = { ...owed, external_id: 'b2', bill_number: '8842', uuid: BILL.uuid.toUpperCase() };
  const bills = () =>
    service.database.kysely
      .selectFrom('bill')
      .select(['id', 'bill_number', 'status', 'uuid_unique'])
      .orderBy('id')
      .execute();

  test('are of one bill of a company, in whatever letters', async () => {
    await importing('bills', [owed]);
    assert.deepEqual(await reasons('bills', [other]), [
      `the UUID ${BILL.uuid} is in the books already as ${await only('bills')}`,
    ]);
    assert.equal((await importing('bills', [other], 'de')).imported, 1);
    const fresh = { ...other, uuid: BILL.uuid.replace('0db3', '0db4') };
    assert.deepEqual(await reasons('bills', [fresh, { ...fresh, external_id: 'b3', bill_number: '8843' }]), [
      `the UUID ${fresh.uuid} stands on line 1 of this file already`,
    ]);
    // An id of a network may come again.
    const ids = [1, 2].map((n) => ({ ...other, external_id: `n${n}`, bill_number: `N-${n}`, uuid: 'AS4-1' }));
    assert.equal((await importing('bills', ids)).imported, 2);
  });

  test('are free once their bill is rejected, whichever release did', async () => {
    await importing('bills', [owed]);
    await admin.json('bill', 'reject', await only('bills'), '--by', BY);
    assert.equal((await importing('bills', [other])).imported, 1);
    const { kysely } = service.database;
    await kysely.updateTable('bill').set({ status: 'rejected' }).execute();
    assert.equal(
      (await importing('bills', [{ ...other, external_id: 'b3', bill_number: '8843' }])).imported,
      1,
    );
    assert.deepEqual(
      (await bills()).map(({ bill_number, uuid_unique }) => [bill_number, uuid_unique]),
      [
        ['8841', null],
        ['8842', null],
        ['8843', BILL.uuid],
      ],
    );
  });

  test('come once, of several imports at once', async () => {
    const rows = [1, 2, 3, 4].map((n) => ({
      ...other,
      counterparty: luna,
      external_id: `b${n}`,
      bill_number: `P-${n}`,
    }));
    const codes = await Promise.all(
      rows.map(async (row) => {
        const path = admin.file(`${row.external_id}.ndjson`, ndjson(row));
        return (await admin.run('import', 'bills', path, '--entity', service.entities.mx)).code;
      }),
    );
    assert.deepEqual(
      codes.filter((code) => code === 0),
      [0],
    );
    assert.equal((await bills()).length, 1);
  });

  test('of before: the first bill that counts has it, and doctor tells the others', async () => {
    await importing(
      'bills',
      ['1', '2', '3', '4', '5'].map((n) => ({ ...owed, external_id: n, bill_number: n, uuid: undefined })),
    );
    assert.equal((await checkTwins(service.database)).status, 'OK');
    const ids = (await bills()).map(({ id }) => id);
    const { kysely } = service.database;
    const change = (at: number, columns: object) =>
      kysely
        .updateTable('bill')
        .set(columns)
        .where('id', '=', ids[at] ?? '')
        .execute();
    await change(0, { uuid: BILL.uuid, status: 'rejected' });
    await change(1, { uuid: BILL.uuid.toUpperCase() });
    await change(2, { uuid: BILL.uuid });
    await change(4, { number_key: 'F4' });
    const migration = readMigrations().find(({ name }) => name === '0630_bill_with_unique_uuid');
    const fill = migration?.statements.at(-1) ?? assert.fail();
    for (let run = 0; run < 2; run += 1) await sql.raw(fill).execute(kysely);
    assert.deepEqual(
      (await bills()).map(({ uuid_unique }) => uuid_unique),
      [null, BILL.uuid, null, null, null],
    );
    const { status, detail } = await checkTwins(service.database);
    assert.equal(status, 'WARN');
    assert.equal(
      detail,
      `2 bills share the number, supplier and year of another one: ${ids[3]}, ${ids[4]}; 2 bills share the UUID of another one: ${ids[1]}, ${ids[2]}.`,
    );
    // Of another year it is another one, and what is reversed is owed no longer.
    await change(4, { issue_date: '2025-01-15' });
    await change(2, { status: 'reversed' });
    assert.equal((await checkTwins(service.database)).status, 'OK');
  });
});

describe('files', () => {
  test('are imported whole or not at all, or with --partial what is right in them', async () => {
    const wrong = { ...INVOICE, external_id: 'i2', number: '13', balance_due: 200 };
    const right = { ...INVOICE, external_id: 'i3', number: '14' };
    const earlier = await counts();
    assert.equal((await reasons('invoices', [INVOICE, wrong, right])).length, 1);
    assert.deepEqual(await counts(), earlier);
    const report = await importing('invoices', [INVOICE, wrong, right], 'mx', '--partial');
    assert.deepEqual([report.imported, report.rejected[0].line], [2, 2]);
    assert.equal((await counts())['invoice'], 2);
  });

  test('leave nothing when the import is killed in the middle', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...INVOICE,
      counterparty: luna,
      external_id: `k${index}`,
      number: String(index + 1),
    }));
    const earlier = await counts();
    const path = admin.file('many.ndjson', ndjson(...rows));
    const args = ['import', 'invoices', path, '--entity', service.entities.mx];
    const child = startProgram(admin.environment, args);
    const ended = new Promise((resolve) => child.once('close', resolve));
    await service.database.kysely.connection().execute(async (connection) => {
      // Only so are rows seen that are not committed.
      await sql`set session transaction isolation level read uncommitted`.execute(connection);
      const written = async (): Promise<boolean> =>
        (await connection.selectFrom('ledger_entry').select('id').limit(1).executeTakeFirst()) !== undefined;
      while (!(await written())) await pause(20);
      child.kill('SIGKILL');
      await ended;
      const deadline = Date.now() + 20_000;
      while ((await written()) && Date.now() < deadline) await pause(50);
      await sql`set session transaction isolation level read committed`.execute(connection);
    });
    assert.deepEqual(await counts(), earlier);
    assert.equal((await importing('invoices', [INVOICE])).imported, 1);
  });

  test('as CSV, with a map of ids', async () => {
    const csv = [
      'external_id,counterparty,series,number,uuid,issue_date,due_date,currency,total,balance_due,status,country_details.payment_method',
      `i1,${luna},A,12,,2026-01-15,,MXN,116.00,16.00,filed,PPD`,
      `i2,${luna},A,13,,2026-01-16,,,50,,,`,
    ].join('\r\n');
    const map = join(admin.folder, 'map.ndjson');
    const path = admin.file('a.csv', csv);
    const args = ['import', 'invoices', path, '--entity', service.entities.mx, '--map', map];
    assert.deepEqual(await admin.json(...args), { ...DONE, imported: 2 });
    const lines = readFileSync(map, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { external_id: string; id: InvoiceId });
    assert.deepEqual(
      lines.map(({ external_id }) => external_id),
      ['i1', 'i2'],
    );
    const read = await Promise.all(
      lines.map(({ id }) => service.client(service.keys.mx).get_invoice({ invoice_id: id })),
    );
    assert.deepEqual(
      read.map(({ folio, balance_due, due_date, country_details }) => [
        folio,
        balance_due,
        due_date,
        country_details.payment_method,
      ]),
      [
        ['A-12', 16, '2026-01-15', 'PPD'],
        ['A-13', 50, '2026-01-16', 'PUE'],
      ],
    );
  });

  test('leave a trail of each record, under the name of the member', async () => {
    await importing('invoices', [INVOICE], 'mx', '--by', BY);
    await importing('bills', [BILL], 'mx', '--by', BY);
    const { kysely } = service.database;
    const events = await kysely.selectFrom('event').select(['type', 'record_type']).orderBy('id').execute();
    assert.deepEqual(
      events.map(({ type, record_type }) => [type, record_type]),
      [
        ['record.imported', 'invoice'],
        ['bill.created', 'bill'],
      ],
    );
    const actors = await kysely.selectFrom('audit').select(['action', 'actor_type']).orderBy('id').execute();
    assert.deepEqual(actors, [
      { action: 'import invoices', actor_type: 'member' },
      { action: 'import bills', actor_type: 'member' },
    ]);
  });

  test('of one who is no customer or supplier any more come in with a warning', async () => {
    const plain = await addMexicanCustomer(service, 'Solo Cliente', {});
    const { warnings, imported } = await importing('bills', [{ ...BILL, counterparty: plain }]);
    assert.equal(imported, 1);
    assert.match(warnings[0].message, /Solo Cliente is not a supplier/);
  });
});
