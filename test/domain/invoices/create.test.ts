import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../../src/db/database.ts';
import { createInvoice } from '../../../src/domain/documents/invoices/issue.ts';
import { describeInvoice } from '../../../src/domain/documents/invoices/describe.ts';
import { discardDraft } from '../../../src/domain/filing/edit.ts';
import { getInvoice } from '../../../src/domain/documents/invoices/search.ts';
import { lookup } from '../../../src/domain/ground/search-index/lookup.ts';
import { SOURCES } from '../../../src/domain/views/search/search.ts';
import { ToolError } from '../../../src/base/errors.ts';
import { NOW, type TestBooks, openTestBooks } from '../../support/scope.ts';
import { addCustomer, addInvoice } from './books.ts';

let database: Database;
let mx: TestBooks;
let de: TestBooks;
let close: () => Promise<void>;

before(async () => {
  ({
    database,
    books: { mx, de },
    close,
  } = await openTestBooks());
  await addCustomer(mx, 'Cafetería Luna SA de CV', { rfc: 'EKU9003173C9', fiscal_regime_code: '601' });
  await addCustomer(de, 'Nordwind Energie AG', { vat_id: 'DE129273398', city: 'Hamburg' });
});
after(() => close());

const MX_CUSTOMER = { name: 'Cafetería Luna SA de CV' };
const DE_CUSTOMER = { name: 'Nordwind Energie AG' };

const rejected = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ToolError, String(error));
  return error.code;
};

const countRows = async (table: 'invoice' | 'invoice_line' | 'search_record'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    database.kysely,
  );
  return rows[0]?.n ?? -1;
};

test('what creating answers is what getting answers', async () => {
  const { result, changes, warnings } = await mx.write((ctx) =>
    createInvoice(ctx, {
      counterparty_name: 'cafeteria luna',
      title: 'Marzo',
      country_details: { payment_method: 'PPD' },
      notes: 'Gracias',
      line_items: [
        {
          description: 'Consultoría',
          quantity: 12.5,
          unit_price: 950.123456,
          country_details: { sat_product_code: '80101504', sat_unit_code: 'HUR', tax_object: '02' },
        },
        {
          description: 'Libro',
          quantity: 1,
          unit_price: 10,
          country_details: { sat_product_code: '55101500', sat_unit_code: 'H87', tax_object: '01' },
        },
      ],
    }),
  );
  const created = describeInvoice(mx.entity, result, mx.reading);
  const read = describeInvoice(mx.entity, await getInvoice(mx.reading, created.id, 'invoice_id'), mx.reading);
  assert.deepEqual(read, created);
  const { id, counterparty, line_items, ...rest } = created;
  assert.deepEqual(rest, {
    object: 'invoice',
    invoice_id: id,
    number: null,
    series: null,
    folio: null,
    title: 'Marzo',
    status: 'draft',
    internal_status: 'compliance_draft',
    display_status: 'draft',
    payment_status: null,
    issue_date: '2026-03-10',
    due_date: '2026-04-09',
    payment_terms_days: 30,
    days_overdue: 0,
    currency: 'MXN',
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    discount_total: 0,
    withheld_total: 0,
    withholdings: [],
    payment_terms_text: null,
    replaces_invoice_id: null,
    derived: [],
    subtotal: 11886.54,
    tax_total: 1900.25,
    total: 13786.79,
    amount_paid: 0,
    amount_credited: 0,
    balance_due: 13786.79,
    tax_breakdown: [
      { tax: 'IVA', category: '002', factor: 'rate', rate: 16, base: 11876.54, amount: 1900.25 },
    ],
    country_details: { cfdi_type: 'I', payment_method: 'PPD', payment_form: '99', cfdi_use: 'G03' },
    filing: {
      model: 'clearance',
      status: 'not_submitted',
      uuid: null,
      filed_at: null,
      sandbox: null,
      approval: null,
      last_error: null,
      cancellation: null,
      delivery: { status: 'not_due', recipient: null, sent_at: null, reason: null },
    },
    compliance: { ready: true, checked_at: NOW.toISOString(), issues: [] },
    payments: [],
    notes: 'Gracias',
    created_at: NOW.toISOString(),
    updated_at: NOW.toISOString(),
  });
  assert.deepEqual(counterparty, {
    id: counterparty.id,
    counterparty_id: counterparty.id,
    name: 'Cafetería Luna SA de CV',
    tax_id: 'EKU9003173C9',
  });
  assert.deepEqual(line_items[0], {
    id: `${id}.1`,
    position: 1,
    description: 'Consultoría',
    quantity: 12.5,
    unit_price: 950.123456,
    discount_amount: 0,
    taxes: [{ tax: 'IVA', factor: 'rate', rate: 16, base: 11876.5432, amount: 1900.246912, withheld: false }],
    product_number: null,
    subtotal: 11876.5432,
    tax_rate: 16,
    tax_amount: 1900.246912,
    total: 13776.790112,
    country_details: { sat_product_code: '80101504', sat_unit_code: 'HUR', tax_object: '02' },
  });
  assert.deepEqual(line_items[1]?.country_details['tax_object'], '01');
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    changes.map(({ event, record_type, record_id, before: earlier }) => ({
      event,
      record_type,
      record_id,
      earlier,
    })),
    [{ event: 'invoice.created', record_type: 'invoice', record_id: id, earlier: null }],
  );
});

test('a German invoice shows the fields of its country only', async () => {
  const record = await addInvoice(de, DE_CUSTOMER, { country_details: { buyer_reference: 'PO-7' } });
  const { country_details, line_items, currency, due_date, filing, compliance } = describeInvoice(
    de.entity,
    await getInvoice(de.reading, record.header.id, 'invoice_id'),
    de.reading,
  );
  assert.equal(currency, 'EUR');
  assert.equal(due_date, '2026-04-09');
  assert.equal(filing.model, 'network');
  assert.deepEqual(
    compliance.issues.map(({ rule, severity }) => [rule, severity]),
    [
      ['BR-10', 'warning'],
      ['BR-49', 'warning'],
    ],
  );
  assert.deepEqual(country_details, {
    buyer_reference: 'PO-7',
    payment_means_code: '1',
    bank_account_number: null,
    bank_name: null,
    bank_routing_number: null,
  });
  assert.deepEqual(line_items[0]?.country_details, {
    tax_category: 'S',
    exemption_code: null,
    unit_code: 'C62',
  });
});

test('an invoice of another entity is not there', async () => {
  const { header } = await addInvoice(mx, MX_CUSTOMER);
  assert.equal(await rejected(getInvoice(de.reading, header.id, 'invoice_id')), 'invoice_not_found');
});

test('nothing is written when a line is refused', async () => {
  const earlier = [
    await countRows('invoice'),
    await countRows('invoice_line'),
    await countRows('search_record'),
  ];
  const line_items = [
    { description: 'A', quantity: 1, unit_price: 1 },
    { description: 'B', quantity: 1, unit_price: 0.1234567 },
  ];
  assert.equal(await rejected(addInvoice(mx, MX_CUSTOMER, { line_items })), 'too_many_decimals');
  assert.equal(await rejected(addInvoice(mx, MX_CUSTOMER, { currency: 'XYZ' })), 'currency_unknown');
  assert.equal(await rejected(addInvoice(mx, MX_CUSTOMER, { currency: 'CHF' })), 'exchange_rate_unavailable');
  assert.equal(await rejected(addInvoice(mx, { name: 'Nadie' })), 'counterparty_no_match');
  assert.deepEqual(
    [await countRows('invoice'), await countRows('invoice_line'), await countRows('search_record')],
    earlier,
  );
});

test('five hundred lines are stored in order', async () => {
  const line_items = Array.from({ length: 500 }, (_, index) => ({
    description: `Línea ${index + 1}`,
    quantity: 1,
    unit_price: index + 0.005,
  }));
  const { header } = await addInvoice(mx, MX_CUSTOMER, { line_items });
  const { lines } = await getInvoice(mx.reading, header.id, 'invoice_id');
  assert.deepEqual(
    lines.map(({ description }) => description),
    line_items.map(({ description }) => description),
  );
  assert.equal(header.subtotal_minor, 12_475_250);
});

test('the largest amounts survive the database', async () => {
  const { header } = await addInvoice(mx, MX_CUSTOMER, { unit_price: 8_620_689_655_172.4 });
  const read = await getInvoice(mx.reading, header.id, 'invoice_id');
  const { subtotal, total, line_items } = describeInvoice(mx.entity, read, mx.reading);
  assert.deepEqual(
    [subtotal, total, line_items[0]?.unit_price],
    [8620689655172.4, 9999999999999.98, 8620689655172.4],
  );
});

test('an invoice is found by its title and by the name of its customer, as it stands today', async () => {
  const { header } = await addInvoice(mx, MX_CUSTOMER, { title: 'Zarzuela de primavera' });
  for (const query of ['zarzuela', 'primavera luna', header.id]) {
    const hits = await lookup(mx.reading.db, {
      tenants: [mx.entity.id],
      types: ['invoices'],
      query,
      limit: 5,
    });
    assert.equal(hits[0]?.record_id, header.id, query);
  }
  const tenants = [mx.entity.id];
  const facts = await SOURCES.invoices({ db: mx.reading.db, tenants, ids: [header.id], now: NOW });
  assert.deepEqual(facts.get(header.id), {
    sublabel: null,
    status: 'draft',
    amount: 116,
    currency: 'MXN',
    date: '2026-03-10',
  });
  const later = new Date(NOW.getTime() + 73 * 3_600_000);
  const stale = await SOURCES.invoices({ db: mx.reading.db, tenants, ids: [header.id], now: later });
  assert.equal(stale.get(header.id)?.status, 'stale_draft');
});

test('a discarded draft leaves the books and stays in the trail', async () => {
  const { header } = await addInvoice(mx, MX_CUSTOMER, { title: 'Efímera' });
  const { changes } = await mx.write((ctx) => discardDraft(ctx, header.id));
  assert.deepEqual(
    changes.map(({ event, record_id, after: later }) => ({ event, record_id, later })),
    [{ event: 'invoice.discarded', record_id: header.id, later: null }],
  );
  assert.equal(await rejected(getInvoice(mx.reading, header.id, 'invoice_id')), 'invoice_not_found');
  const request = { tenants: [mx.entity.id], types: ['invoices' as const], query: 'efimera', limit: 5 };
  assert.deepEqual(await lookup(mx.reading.db, request), []);
  assert.equal(await rejected(mx.write((ctx) => discardDraft(ctx, header.id))), 'invoice_not_found');
});

test('only a draft that is not being filed can be discarded', async () => {
  const { header } = await addInvoice(mx, MX_CUSTOMER);
  const set = (change: object) =>
    database.kysely.updateTable('invoice').set(change).where('id', '=', header.id).execute();
  await set({ status: 'filed' });
  assert.equal(await rejected(mx.write((ctx) => discardDraft(ctx, header.id))), 'invoice_not_draft');
  await set({ status: 'draft', filing_status: 'pending' });
  assert.equal(await rejected(mx.write((ctx) => discardDraft(ctx, header.id))), 'filing_in_progress');
});
