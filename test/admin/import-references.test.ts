import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admin, db, DONE, entity, importing, org, refusedRows, usingImportBooks } from './import-books.ts';
import { ndjson } from './support.ts';

usingImportBooks();

const HOTEL = {
  external_id: 'h1',
  name: 'HOTELES TEPOZAN',
  postal_code: '62520',
  country_details: { rfc: 'HTE150130RW0', fiscal_regime_code: '601' },
};

describe('import of reference records', () => {
  const references = () =>
    db.database.kysely.selectFrom('reference_record').selectAll().orderBy('type').execute();

  it('stores each kind of reference record, found by its names and numbers', async () => {
    await admin.json(...importing('counterparties', admin.file('j.ndjson', ndjson(HOTEL))));
    const files: Record<string, object> = {
      products: { external_id: 'p1', name: 'Café de altura', sku: 'CAF-1', unit_price: 310.125 },
      ledger_accounts: { external_id: 'a1', number: '102.01', name: 'Bancos', account_type: 'asset' },
      invoicing_arrangements: {
        counterparty: 'h1',
        name: 'Iguala',
        frequency: 'monthly',
        amount: 1000,
        starts_on: '2026-01-01',
      },
      bill_tickets: { name: 'recibo.jpg', supplier_name: 'Energía', amount: 12.5, date: '2026-10-31' },
      clients: { name: 'Familia Tepozán', tax_id: 'HTE150130RW0', entities: [entity] },
    };
    for (const [type, row] of Object.entries(files)) {
      const path = admin.file(`${type}.ndjson`, ndjson(row));
      assert.deepEqual(await admin.json(...importing(type, path)), { ...DONE, imported: 1 }, type);
    }
    const rows = await references();
    assert.deepEqual(
      rows.map((row) => [
        row.entity_id === entity,
        row.type,
        row.label,
        row.sublabel,
        row.amount_minor,
        row.currency,
        row.date,
      ]),
      [
        [true, 'bill_tickets', 'recibo.jpg – Energía', null, 1250, 'MXN', '2026-10-31'],
        [false, 'clients', 'Familia Tepozán', 'HTE150130RW0', null, null, null],
        [true, 'invoicing_arrangements', 'Iguala – HOTELES TEPOZAN', 'monthly', 100000, 'MXN', '2026-01-01'],
        [true, 'ledger_accounts', 'Bancos', '102.01 · asset', null, 'MXN', null],
        [true, 'products', 'Café de altura', 'CAF-1', 31013, 'MXN', null],
      ],
    );
    assert.equal(rows.find(({ type }) => type === 'clients')?.entity_id, org);
    const indexed = await db.database.kysely
      .selectFrom('search_record')
      .select('type')
      .where('type', '!=', 'counterparties')
      .execute();
    assert.deepEqual(indexed.map(({ type }) => type).sort(), Object.keys(files).sort());
  });

  it('skips, refuses and updates reference records in the same way', async () => {
    const row = { external_id: 'p1', name: 'Café', sku: 'A', unit_price: 10 };
    await admin.json(...importing('products', admin.file('k.ndjson', ndjson(row))));
    const again = admin.file(
      'l.ndjson',
      ndjson({ unit_price: 10, sku: 'A', name: 'Café', external_id: 'p1' }),
    );
    assert.deepEqual(await admin.json(...importing('products', again)), { ...DONE, skipped: 1 });
    const changed = admin.file('m.ndjson', ndjson({ ...row, name: 'Té', sku: 'B' }));
    assert.match((await refusedRows(...importing('products', changed))).rejected[0].reason, /add --update/);
    assert.deepEqual(await admin.json(...importing('products', changed, '--update')), {
      ...DONE,
      updated: 1,
    });
    const [stored] = await references();
    assert.deepEqual([stored?.label, stored?.sublabel], ['Té', 'B']);
    const identifiers = await db.database.kysely
      .selectFrom('search_identifier')
      .select('identifier')
      .execute();
    assert.deepEqual(identifiers.map(({ identifier }) => identifier).sort(), ['B', 'P1']);
    const twice = admin.file(
      'n.ndjson',
      ndjson({ ...row, external_id: 'p2' }, { ...row, external_id: 'p2', name: 'Otro' }),
    );
    assert.match(
      (await refusedRows(...importing('products', twice))).rejected[0].reason,
      /external_id p2 stands on line 1 of this file already, with other values/,
    );
  });

  it('refuses reference rows that name what is not there, or say what cannot be', async () => {
    await admin.json(...importing('counterparties', admin.file('o.ndjson', ndjson(HOTEL))));
    const note = { counterparty: 'h1', number: '1', issue_date: '2026-10-01', total: 1 };
    const plan = { counterparty: 'h1', name: 'X', frequency: 'monthly', amount: 1, starts_on: '2026-02-01' };
    const cases: [string, object, RegExp][] = [
      [
        'invoice_credit_notes',
        { ...note, counterparty: 'nobody' },
        /nobody is neither the id nor the external id of a counterparty/,
      ],
      [
        'invoice_credit_notes',
        { ...note, document: 'i9' },
        /i9 is neither the id nor the external id of an invoice/,
      ],
      ['invoice_credit_notes', { ...note, total: 1.005 }, /total may have at most 2 decimals/],
      [
        'invoice_credit_notes',
        { ...note, issue_date: '2026-02-30' },
        /issue_date must be a day of the calendar, not "2026-02-30"/,
      ],
      [
        'bill_credit_notes',
        { ...note, document: 'b9' },
        /b9 is neither the id nor the external id of a bill/,
      ],
      ['bill_credit_notes', { ...note, currency: 'XYZ' }, /XYZ is not a currency of ISO 4217/],
      [
        'invoicing_arrangements',
        { ...plan, ends_on: '2026-01-01' },
        /ends_on 2026-01-01 is before starts_on 2026-02-01/,
      ],
      [
        'invoicing_arrangements',
        { ...plan, frequency: 'daily' },
        /frequency must be one of weekly, monthly, quarterly, yearly/,
      ],
      [
        'clients',
        { name: 'X', entities: ['enti_01h455vb4pex5vsknk084sn02q'] },
        /is no entity of this organisation/,
      ],
      [
        'exchange_rates',
        { base: 'USD', quote: 'USD', date: '2026-01-01', rate: 1 },
        /base and quote are the same/,
      ],
      [
        'exchange_rates',
        { base: 'USD', quote: 'MXN', date: '2026-01-01', rate: 1.1234567 },
        /more than 6 decimals/,
      ],
      [
        'exchange_rates',
        { base: 'USD', quote: 'MXN', date: '2026-01-01', rate: 17, source: 'bundled' },
        /is kept for the rates/,
      ],
      ['exchange_rates', { base: 'USD', quote: 'MXN', date: '2026-01-01', rate: -1 }, /rate must be above 0/],
    ];
    for (const [type, row, reason] of cases) {
      const { rejected } = await refusedRows(...importing(type, admin.file('p.ndjson', ndjson(row))));
      assert.match(rejected[0].reason, reason);
    }
    assert.deepEqual(await references(), []);
  });

  it('takes a new exchange rate for an old one of the same day, pair and source', async () => {
    const rate = (value: number) =>
      admin.file(
        'q.csv',
        `date,base,quote,rate,source\n2026-11-20,USD,MXN,${value},banxico\n2026-11-20,EUR,MXN,21.3,ecb\n`,
      );
    assert.deepEqual(await admin.json('import', 'exchange_rates', rate(18.3), '--org', org), {
      ...DONE,
      imported: 2,
    });
    assert.deepEqual(await admin.json('import', 'exchange_rates', rate(18.31), '--org', org), {
      ...DONE,
      updated: 1,
      skipped: 1,
    });
    const rows = await db.database.kysely
      .selectFrom('exchange_rate')
      .select(['organisation_id', 'base', 'rate', 'source'])
      .orderBy('base')
      .execute();
    assert.deepEqual(rows, [
      { organisation_id: org, base: 'EUR', rate: '21.30000000', source: 'ecb' },
      { organisation_id: org, base: 'USD', rate: '18.31000000', source: 'banxico' },
    ]);
  });

  it('keeps the rates of two organisations apart', async () => {
    const { id: other } = await admin.json('org', 'create', '--name', 'Other');
    const rate = (value: number) =>
      admin.file('r.csv', `date,base,quote,rate\n2026-11-20,USD,MXN,${value}\n`);
    await admin.json(...importing('exchange_rates', rate(18.3)));
    const theirs = await admin.json('import', 'exchange_rates', rate(18.9), '--org', other);
    assert.deepEqual(theirs, { ...DONE, imported: 1 });
    const again = await admin.json('import', 'exchange_rates', rate(18.8), '--org', other);
    assert.deepEqual(again, { ...DONE, updated: 1 });
    const rows = await db.database.kysely
      .selectFrom('exchange_rate')
      .select(['organisation_id', 'rate'])
      .orderBy('rate')
      .execute();
    assert.deepEqual(rows, [
      { organisation_id: org, rate: '18.30000000' },
      { organisation_id: other, rate: '18.80000000' },
    ]);
  });

  it('warns of a rate that is far from the latest known one, and imports it', async () => {
    const rows = [
      { date: '2026-11-20', base: 'USD', quote: 'MXN', rate: 0.0546 },
      { date: '2026-11-20', base: 'EUR', quote: 'MXN', rate: 25.6 },
      { date: '2020-01-31', base: 'CHF', quote: 'MXN', rate: 20 },
      { date: '2020-02-28', base: 'CHF', quote: 'MXN', rate: 24 },
      { date: '2019-12-31', base: 'CHF', quote: 'MXN', rate: 19 },
    ];
    const path = admin.file('s.ndjson', ndjson(...rows));
    const report = await admin.json(...importing('exchange_rates', path));
    assert.deepEqual(report, {
      ...DONE,
      imported: 5,
      warning_count: 2,
      warnings: [
        {
          line: 1,
          message:
            '0.0546 MXN for 1 USD on 2026-11-20 differs by more than 20 % from the latest known rate, 18.2915 of 2026-11-20 (bundled); verify it',
        },
        {
          line: 5,
          message:
            '19 MXN for 1 CHF on 2019-12-31 differs by more than 20 % from the latest known rate, 24 of 2020-02-28 (import); verify it',
        },
      ],
    });
  });
});
