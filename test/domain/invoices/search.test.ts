import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { InvoiceStatusFilterValues, type InvoiceStatusFilter } from '../../../generated/types.ts';
import type { Database } from '../../../src/db/database.ts';
import { describeInvoiceRow } from '../../../src/domain/documents/invoices/describe.ts';
import { searchInvoices, type InvoiceFilters } from '../../../src/domain/documents/invoices/search.ts';
import { isIn } from '../../../src/domain/documents/shared/invoice-status.ts';
import { addDays } from '../../../src/base/time/day.ts';
import { ToolError } from '../../../src/base/errors.ts';
import { openTestBooks, type TestBooks, TODAY } from '../../support/scope.ts';
import { addCustomer, addInvoice } from './books.ts';

let database: Database;
let mx: TestBooks;
let de: TestBooks;
let close: () => Promise<void>;
let lunaId: string;

const LUNA = { name: 'Cafetería Luna SA de CV' };
const SOL = { name: 'Imprenta Sol y Sombra' };

const change = (id: string, columns: object) =>
  database.kysely.updateTable('invoice').set(columns).where('id', '=', id).execute();

const filed = (number: string, dueIn: number, paid = 0) => ({
  status: 'filed',
  series: 'A',
  number,
  due_date: addDays(TODAY, dueIn),
  paid_minor: paid,
  balance_minor: 11_600 - paid,
  open: paid < 11_600 ? 1 : 0,
});

before(async () => {
  ({
    database,
    books: { mx, de },
    close,
  } = await openTestBooks());
  const luna = await addCustomer(mx, LUNA.name, { rfc: 'EKU9003173C9', fiscal_regime_code: '601' });
  lunaId = luna.id;
  await addCustomer(mx, SOL.name, { rfc: 'PRO840423SG8', fiscal_regime_code: '601' });
  await addCustomer(de, 'Nordwind Energie AG', {});
  const draft = await addInvoice(mx, LUNA, { title: 'Borrador' });
  const stale = await addInvoice(mx, SOL, { title: 'Olvidado' });
  await change(stale.header.id, { created_at: '2026-03-01 00:00:00.000', issue_date: '2026-03-01' });
  for (const [title, columns] of [
    ['Pendiente', filed('1', 5)],
    ['Vencida', filed('2', -1)],
    ['Abonada', filed('3', 0, 600)],
    ['Vencida y abonada', filed('4', -40, 600)],
    ['Pagada', filed('5', -3, 11_600)],
  ] as const) {
    const { header } = await addInvoice(mx, title === 'Pagada' ? SOL : LUNA, { title });
    await change(header.id, columns);
  }
  const cancelled = await addInvoice(mx, SOL, { title: 'Cancelada' });
  await change(cancelled.header.id, { status: 'void' });
  await addInvoice(
    de,
    { name: 'Nordwind Energie AG' },
    { title: 'Wartung', country_details: { buyer_reference: 'X' } },
  );
  assert.ok(draft.header.id < stale.header.id);
});
after(() => close());

const find = (filters: Partial<InvoiceFilters> = {}, books: TestBooks = mx) =>
  searchInvoices(books.reading, { limit: 50, ...filters });

const titles = async (
  filters: Partial<InvoiceFilters> = {},
  books: TestBooks = mx,
): Promise<readonly (string | null)[]> => (await find(filters, books)).data.map(({ title }) => title);

test('newest issue date first, then the newest record', async () => {
  assert.deepEqual(await titles(), [
    'Cancelada',
    'Pagada',
    'Vencida y abonada',
    'Abonada',
    'Vencida',
    'Pendiente',
    'Borrador',
    'Olvidado',
  ]);
  assert.deepEqual(await titles({}, de), ['Wartung']);
});

test('each state', async () => {
  const found = Object.fromEntries(
    await Promise.all(
      InvoiceStatusFilterValues.map(async (status) => [status, await titles({ status })] as const),
    ),
  );
  assert.deepEqual(found, {
    draft: ['Borrador', 'Olvidado'],
    stale_draft: ['Olvidado'],
    filed: ['Pagada', 'Vencida y abonada', 'Abonada', 'Vencida', 'Pendiente'],
    overdue: ['Vencida y abonada', 'Vencida'],
    pending: ['Abonada', 'Pendiente'],
    paid: ['Pagada'],
    partially_paid: ['Vencida y abonada', 'Abonada'],
    unpaid: ['Vencida', 'Pendiente'],
    void: ['Cancelada'],
    reversed: [],
  });
});

test('what a state lists is what its rows say, with the customer and without', async () => {
  const all = (await find()).data;
  for (const status of InvoiceStatusFilterValues) {
    for (const counterparty_id of [undefined, lunaId]) {
      const listed = (await find({ status, counterparty_id })).data.map(({ id }) => id);
      const expected = all.filter(
        (row) =>
          isIn(row, status, mx.reading) && (counterparty_id ?? row.counterparty_id) === row.counterparty_id,
      );
      assert.deepEqual(
        listed,
        expected.map(({ id }) => id),
        status,
      );
    }
  }
});

test('a row tells its state in the words of the tools', async () => {
  const [row] = (await find({ status: 'overdue' })).data;
  assert.ok(row !== undefined);
  const { id, ...wire } = describeInvoiceRow(row, mx.reading);
  assert.deepEqual(wire, {
    object: 'invoice',
    invoice_id: id,
    folio: 'A-4',
    title: 'Vencida y abonada',
    status: 'filed',
    display_status: 'overdue',
    payment_status: 'partially_paid',
    filing_status: 'not_submitted',
    issue_date: '2026-03-10',
    due_date: '2026-01-29',
    days_overdue: 40,
    currency: 'MXN',
    counterparty: { counterparty_id: lunaId, name: LUNA.name, tax_id: 'EKU9003173C9' },
    subtotal: 100,
    tax_total: 16,
    withheld_total: 0,
    total: 116,
    amount_paid: 6,
    amount_credited: 0,
    balance_due: 110,
  });
});

test('a text is a title, or a customer by name or tax id; case and accents do not matter', async () => {
  assert.deepEqual(await titles({ query: 'OLVIDADO' }), ['Olvidado']);
  assert.deepEqual(await titles({ query: 'imprenta' }), ['Cancelada', 'Pagada', 'Olvidado']);
  assert.deepEqual(await titles({ query: 'cafeteria luna', status: 'unpaid' }), ['Vencida', 'Pendiente']);
  assert.deepEqual(await titles({ query: 'PRO840423SG8', status: 'paid' }), ['Pagada']);
  assert.deepEqual(await titles({ query: 'PRO-840423', status: 'paid' }), ['Pagada']);
  assert.deepEqual(await titles({ query: 'rabanillo' }), []);
  assert.deepEqual(await titles({ query: 'luna sombra' }), []);
  assert.deepEqual(await titles({ query: 'wartung' }), []);
  assert.deepEqual(await titles({ query: '%' }), []);
});

test('the range of issue dates includes both ends', async () => {
  assert.deepEqual(await titles({ date_to: '2026-03-01' }), ['Olvidado']);
  assert.deepEqual(await titles({ date_from: '2026-03-01', date_to: '2026-03-09' }), ['Olvidado']);
  assert.equal((await titles({ date_from: '2026-03-10', date_to: '2026-03-10' })).length, 7);
  assert.deepEqual(await titles({ date_from: '2026-03-11' }), []);
});

const walk = async (
  filters: Partial<InvoiceFilters>,
  onPage: (page: number) => Promise<void> = async () => {},
) => {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 50; page += 1) {
    const { data, next_cursor, has_more } = await find({ ...filters, limit: 2, cursor });
    seen.push(...data.map(({ id }) => id));
    assert.equal(has_more, next_cursor !== null);
    if (next_cursor === null) return seen;
    cursor = next_cursor;
    await onPage(page);
  }
  return assert.fail('the walk does not end');
};

test('pages together are the whole list', async () => {
  const statuses: readonly (InvoiceStatusFilter | undefined)[] = [undefined, 'filed', 'overdue', 'draft'];
  for (const filters of [
    ...statuses.map((status) => ({ status })),
    { counterparty_id: lunaId },
    { query: 'luna' },
  ]) {
    const { data, total_count } = await find(filters);
    assert.deepEqual(
      await walk(filters),
      data.map(({ id }) => id),
    );
    assert.equal(total_count, data.length);
  }
});

test('an invoice created during the walk moves no other out of it', async () => {
  const earlier = (await find()).data.map(({ id }) => id);
  const added: string[] = [];
  const seen = await walk({}, async (page) => {
    if (page > 1) return;
    added.push((await addInvoice(mx, SOL, { title: 'Nueva' })).header.id);
  });
  assert.deepEqual(
    seen.filter((id) => !added.includes(id)),
    earlier,
  );
  assert.equal(new Set(seen).size, seen.length);
});

test('a cursor belongs to its question, and a customer must exist', async () => {
  const { next_cursor } = await find({ limit: 1 });
  const code = async (filters: Partial<InvoiceFilters>, books = mx) =>
    find(filters, books).then(
      () => 'found',
      (error: unknown) => (error instanceof ToolError ? error.code : error),
    );
  const cursor = next_cursor ?? assert.fail();
  assert.equal(await code({ limit: 5, cursor }), 'found');
  assert.equal(await code({ status: 'filed', cursor }), 'invalid_cursor');
  assert.equal(await code({ cursor }, de), 'invalid_cursor');
  assert.equal(await code({ cursor: 'x' }), 'invalid_cursor');
  assert.equal(await code({ counterparty_id: lunaId }, de), 'counterparty_not_found');
});
