// search_bills: what each filter lists, in which order, page by page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf, InputOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { BillPaymentStatusValues, BillStatusValues } from '../../../generated/types.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, refusals } from '../support.ts';

let service: TestService;
const suppliers = new Map<string, CounterpartyId>();

/** Every bill is 100 MXN, known by its number; what sets it apart is written to its row. */
const BILLS: readonly (readonly [
  number: string,
  supplier: string,
  issued: string,
  due: string,
  row: object,
])[] = [
  ['1', 'Bajío', '2026-01-05', '2026-02-04', {}],
  ['2', 'Bajío', '2026-03-01', '2026-03-09', {}],
  ['3', 'Aceros', '2026-03-01', '2026-03-10', { status: 'validated', deductibility: 'deductible' }],
  ['4', 'Aceros', '2026-02-01', '2026-03-03', { paid_minor: 4_000, balance_minor: 6_000 }],
  [
    '5',
    'Aceros',
    '2026-02-02',
    '2026-02-20',
    { status: 'validated', paid_minor: 10_000, balance_minor: 0, open: 0 },
  ],
  ['6', 'Bajío', '2026-02-03', '2026-02-20', { paid_minor: 12_000, balance_minor: -2_000, open: 0 }],
  ['7', 'Bajío', '2026-02-04', '2026-02-20', { status: 'rejected', balance_minor: 0, open: 0 }],
  ['8', 'Bajío', '2026-02-05', '2026-02-20', { status: 'reversed', balance_minor: 0, open: 0 }],
  ['9', 'Aceros', '2026-02-06', '2026-02-20', { status: 'inbox', open: 0 }],
];

before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00Z'));
  suppliers.set('Bajío', await addMexicanCustomer(service, 'Transportes del Bajío', { is_supplier: true }));
  suppliers.set('Aceros', await addMexicanCustomer(service, 'Aceros Ñandú', { is_supplier: true }));
  await addGermanCustomer(service, 'Harms KG', { is_supplier: true });
  const line_items = [{ description: 'Material', unit_price: 100 }];
  for (const [bill_number, supplier, issue_date, due_date, row] of BILLS) {
    const counterparty_id = suppliers.get(supplier) ?? assert.fail();
    const { id } = await service
      .client(service.keys.mx)
      .create_bill({ counterparty_id, series: 'S', bill_number, issue_date, due_date, line_items });
    if (Object.keys(row).length === 0) continue;
    await service.database.kysely.updateTable('bill').set(row).where('id', '=', id).execute();
  }
  await service
    .client(service.keys.de)
    .create_bill({ counterparty_name: 'Harms KG', bill_number: '1', line_items });
});
after(() => service.close());

const search = (args: InputOf<'search_bills'> = {}): Promise<AnswerOf<'search_bills'>> =>
  service.client(service.keys.mx).search_bills({ limit: 50, ...args });

const numbers = async (args: InputOf<'search_bills'> = {}): Promise<string> =>
  (await search(args)).data.map(({ bill_number }) => bill_number).join(' ');

test('all bills, newest issue date first, the later of one day before the earlier', async () => {
  assert.equal(await numbers(), '3 2 9 8 7 6 5 4 1');
  assert.equal((await search()).total_count, 9);
});

test('a row tells what get_bill tells, without what lists leave out', async () => {
  for (const row of (await search()).data) {
    const {
      line_items: _lines,
      payments: _payments,
      validation: _validation,
      notes: _notes,
      exchange_rate: _rate,
      exchange_rate_date: _date,
      exchange_rate_source: _source,
      entity: _entity,
      uuid: _uuid,
      created_at: _created,
      updated_at: _updated,
      prepaid_amount: _prepaid,
      rounding_amount: _rounding,
      delivery_date: _delivered,
      delivery_period: _period,
      payee_account: _account,
      received_at: _received,
      source_document_id: _source_document,
      terms: _terms,
      counterparty: { id: _id, ...counterparty },
      ...bill
    } = await service.client(service.keys.mx).get_bill({ bill_id: row.id });
    assert.deepEqual(row, { ...bill, counterparty });
  }
});

test('states', async () => {
  assert.equal(await numbers({ status: 'received' }), '2 6 4 1');
  assert.equal(await numbers({ status: 'validated' }), '3 5');
  assert.equal(await numbers({ status: 'rejected' }), '7');
  assert.equal(await numbers({ status: 'reversed' }), '8');
  assert.equal(await numbers({ status: 'inbox' }), '9');
});

test('how far they are paid; of what is not owed nothing is listed', async () => {
  assert.equal(await numbers({ payment_status: 'unpaid' }), '3 2 1');
  assert.equal(await numbers({ payment_status: 'partially_paid' }), '4');
  assert.equal(await numbers({ payment_status: 'paid' }), '5');
  assert.equal(await numbers({ payment_status: 'overpaid' }), '6');
});

test('what a filter lists is what its rows say', async () => {
  const all = (await search()).data;
  for (const status of [undefined, ...BillStatusValues]) {
    for (const payment_status of BillPaymentStatusValues) {
      const { data } = await search({ payment_status, ...(status === undefined ? {} : { status }) });
      const expected = all.filter(
        (row) =>
          ['received', 'validated'].includes(row.status) &&
          row.payment_status === payment_status &&
          (status ?? row.status) === row.status,
      );
      assert.deepEqual(data, expected, `${status} ${payment_status}`);
    }
  }
});

test('overdue is past due with a balance, as of today where the company is', async () => {
  assert.equal(await numbers({ overdue_only: true }), '2 4 1');
  assert.equal(await numbers({ overdue_only: true, payment_status: 'unpaid' }), '2 1');
  assert.equal(await numbers({ overdue_only: true, status: 'validated' }), '');
  assert.equal(await numbers({ overdue_only: false }), '3 2 9 8 7 6 5 4 1');
  const overdue = (await search()).data.filter(({ days_overdue }) => days_overdue > 0);
  assert.deepEqual((await search({ overdue_only: true })).data, overdue);
});

test('deductibility', async () => {
  assert.equal(await numbers({ deductibility: 'deductible' }), '3');
  assert.equal(await numbers({ deductibility: 'pending_review', status: 'received' }), '2 6 4 1');
  assert.equal(await numbers({ deductibility: 'non_deductible' }), '');
  const german = await service.client(service.keys.de).search_bills({ deductibility: 'pending_review' });
  assert.deepEqual(german.data, []);
});

test('dates of issue, both ends included', async () => {
  assert.equal(await numbers({ date_from: '2026-02-03', date_to: '2026-02-05' }), '8 7 6');
  assert.equal(await numbers({ date_from: '2026-03-01' }), '3 2');
  assert.equal(await numbers({ date_to: '2026-01-05' }), '1');
});

test('dates of payment due, both ends included', async () => {
  assert.equal(await numbers({ due_from: '2026-03-03', due_to: '2026-03-09' }), '2 4');
  assert.equal(await numbers({ due_from: '2026-03-03', payment_status: 'unpaid' }), '3 2');
  assert.equal(await numbers({ due_to: '2026-02-04' }), '1');
});

test('text: supplier or number, whatever the case and accents', async () => {
  assert.equal(await numbers({ query: 'aceros nandu' }), '3 9 5 4');
  assert.equal(await numbers({ query: 'TRANSPORTES', payment_status: 'unpaid' }), '2 1');
  assert.equal(await numbers({ query: 'S-7' }), '7');
  assert.equal(await numbers({ query: '7' }), '7');
  assert.equal(await numbers({ query: 'harms' }), '');
});

describe('pages', () => {
  for (const filters of [
    {},
    { payment_status: 'unpaid' },
    { status: 'received' },
    { overdue_only: true },
    { deductibility: 'pending_review' },
    { query: 'aceros' },
  ] as const) {
    test(`of ${JSON.stringify(filters)} give each bill once`, async () => {
      const whole = (await search(filters)).data.map(({ id }) => id);
      const walked: string[] = [];
      let cursor: string | null = null;
      do {
        const page: AnswerOf<'search_bills'> = await search({
          ...filters,
          limit: 2,
          ...(cursor === null ? {} : { cursor }),
        });
        assert.equal(page.total_count, whole.length);
        walked.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      assert.deepEqual(walked, whole);
    });
  }
});

refusals(() => service, 'search_bills', [
  {
    title: 'a range that is reversed',
    args: { date_from: '2026-09-30', date_to: '2026-07-01' },
    error: { code: 'date_range_reversed', path: 'date_from', from: '2026-09-30', to: '2026-07-01' },
  },
  {
    title: 'the 30th of February',
    args: { date_from: '2026-02-30' },
    error: { code: 'impossible_date', path: 'date_from', received: '2026-02-30' },
  },
  {
    title: 'a payment status that there is not',
    args: { payment_status: 'purple' },
    error: {
      code: 'invalid_parameter',
      path: 'payment_status',
      reason: 'must be one of unpaid, partially_paid, paid, overpaid',
      received: 'purple',
      allowed: ['unpaid', 'partially_paid', 'paid', 'overpaid'],
    },
  },
  {
    title: 'a cursor of nothing',
    args: { cursor: 'abc' },
    error: { code: 'invalid_cursor', path: 'cursor' },
  },
]);
