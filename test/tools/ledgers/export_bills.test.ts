// Bills as CSV: every column, each filter, pages.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import { SERVICE } from '../../../generated/service.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { declared, refusals, refused } from '../support.ts';
import { addBills, addCounterparty, billId, cellsOf, counterpartyId, walkCsv } from './support.ts';

const NOW = new Date('2026-03-10T18:00:00Z');
const LUNA = counterpartyId(1);
const SOL = counterpartyId(2);
const OTHER = counterpartyId(3);

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { mx, de } = service.entities;
  await addCounterparty(service, mx, LUNA, '+Luna; S.A.', { tax_id: 'CLU010203AB1' });
  await addCounterparty(service, mx, SOL, 'Panadería Sol');
  await addCounterparty(service, de, OTHER, 'Nordlicht GmbH');
  const settled = { open: false, balance_minor: 0 } as const;
  await addBills(service, mx, [
    {
      id: billId(1),
      counterparty_id: LUNA,
      series: 'B',
      bill_number: '0042',
      uuid: 'ad662d33-6934-459c-a128-bdf0393f0f44',
      title: '\tTinta, "negra"',
      issue_date: '2026-02-03',
      due_date: '2026-03-05',
      paid_minor: 1_600,
      balance_minor: 10_000,
      deductibility: 'deductible',
      external_id: 'x\ny',
    },
    {
      id: billId(2),
      counterparty_id: SOL,
      status: 'validated',
      paid_minor: 11_600,
      deductibility: 'non_deductible',
      ...settled,
    },
    {
      id: billId(3),
      counterparty_id: SOL,
      bill_number: '-9',
      issue_date: '2026-02-28',
      due_date: '2026-03-30',
    },
    { id: billId(4), counterparty_id: LUNA, status: 'inbox', ...settled },
    { id: billId(5), counterparty_id: LUNA, status: 'rejected', closed_on: '2026-02-01', ...settled },
    {
      id: billId(6),
      counterparty_id: LUNA,
      status: 'reversed',
      closed_on: '2026-02-02',
      deductibility: 'partially_deductible',
      ...settled,
    },
    {
      id: billId(7),
      counterparty_id: SOL,
      status: 'validated',
      issue_date: '2026-01-01',
      paid_minor: 12_000,
      balance_minor: -400,
      open: false,
    },
  ]);
  await addBills(service, de, [
    { id: billId(8), counterparty_id: OTHER, currency: 'EUR', bill_number: 'R7', deductibility: null },
  ]);
});
after(() => service.close());

const exported = (args: InputOf<'export_bills'>, key: 'mx' | 'de' = 'mx') =>
  service.client(service.keys[key]).export_bills(args);

/** The last digit of each bill's id, in the order of the rows. */
const found = async (args: InputOf<'export_bills'>): Promise<string> => {
  const { csv } = await exported(args);
  return cellsOf(csv)
    .map((cells) => cells['bill_id']?.at(-1))
    .join('');
};

const HEADER =
  'bill_id,series,bill_number,folio,uuid,title,status,payment_status,deductibility,issue_date,due_date,days_overdue,closed_on,counterparty_id,counterparty_name,counterparty_tax_id,currency,exchange_rate,subtotal,tax_total,total,amount_paid,amount_credited,balance_due,external_id,withheld_total,prepaid_amount,amount_due,delivery_date,settled_early_payment_discount,settled_rounding,rounding_amount,tax_point';

test('every column of Mexican bills, oldest first; what looks like a formula is text, a negative balance a number', async () => {
  const luna = `${LUNA},'+Luna; S.A.,CLU010203AB1`;
  const sol = `${SOL},Panadería Sol,`;
  const money = 'MXN,,100.00,16.00,116.00';
  const csv = [
    HEADER,
    `${billId(7)},,,,,,validated,paid,pending_review,2026-01-01,2026-02-14,0,,${sol},${money},120.00,0.00,-4.00,,0.00,0.00,116.00,,0.00,0.00,0.00,`,
    `${billId(2)},,,,,,validated,paid,non_deductible,2026-01-15,2026-02-14,0,,${sol},${money},116.00,0.00,0.00,,0.00,0.00,116.00,,0.00,0.00,0.00,`,
    `${billId(4)},,,,,,inbox,,pending_review,2026-01-15,2026-02-14,0,,${luna},${money},0.00,0.00,0.00,,0.00,0.00,116.00,,0.00,0.00,0.00,`,
    `${billId(5)},,,,,,rejected,,pending_review,2026-01-15,2026-02-14,0,2026-02-01,${luna},${money},0.00,0.00,0.00,,0.00,0.00,116.00,,0.00,0.00,0.00,`,
    `${billId(6)},,,,,,reversed,,partially_deductible,2026-01-15,2026-02-14,0,2026-02-02,${luna},${money},0.00,0.00,0.00,,0.00,0.00,116.00,,0.00,0.00,0.00,`,
    `${billId(1)},B,0042,B-0042,ad662d33-6934-459c-a128-bdf0393f0f44,"'\tTinta, ""negra""",received,partial,deductible,2026-02-03,2026-03-05,5,,${luna},${money},16.00,0.00,100.00,"x\ny",0.00,0.00,116.00,,0.00,0.00,0.00,`,
    `${billId(3)},,'-9,'-9,,,received,unpaid,pending_review,2026-02-28,2026-03-30,0,,${sol},${money},0.00,0.00,116.00,,0.00,0.00,116.00,,0.00,0.00,0.00,`,
    '',
  ].join('\r\n');
  const answer = await callTool(service.url, service.keys.mx, 'export_bills', {});
  assert.equal(answer.content[0]?.text, csv, 'the text of the answer is the CSV');
  assert.deepEqual(answer.structuredContent, {
    object: 'export',
    csv,
    columns: HEADER.split(','),
    row_count: 7,
    returned_rows: 7,
    has_more: false,
    next_cursor: null,
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
  });
});

test('German bills have no deductibility', async () => {
  const { csv } = await exported({}, 'de');
  assert.equal(
    csv,
    `${HEADER}\r\n${billId(8)},,R7,R7,,,received,unpaid,,2026-01-15,2026-02-14,24,,${OTHER},Nordlicht GmbH,,EUR,,100.00,16.00,116.00,0.00,0.00,116.00,,0.00,0.00,116.00,,0.00,0.00,0.00,\r\n`,
  );
  assert.equal((await exported({ deductibility: 'pending_review' }, 'de')).row_count, 0);
});

describe('filters', () => {
  const cases: readonly (readonly [InputOf<'export_bills'>, string])[] = [
    [{ status: 'inbox' }, '4'],
    [{ status: 'received' }, '13'],
    [{ status: 'validated' }, '72'],
    [{ status: 'rejected' }, '5'],
    [{ status: 'reversed' }, '6'],
    [{ payment_status: 'unpaid' }, '3'],
    [{ payment_status: 'partial' }, '1'],
    [{ payment_status: 'paid' }, '72'],
    [{ status: 'validated', payment_status: 'paid' }, '72'],
    [{ deductibility: 'deductible' }, '1'],
    [{ deductibility: 'non_deductible' }, '2'],
    [{ deductibility: 'pending_review' }, '7453'],
    [{ counterparty_id: SOL }, '723'],
    [{ counterparty_id: SOL, deductibility: 'pending_review', status: 'received' }, '3'],
    [{ date_from: '2026-01-15', date_to: '2026-02-03' }, '24561'],
    [{ date_from: '2030-01-01' }, ''],
  ];
  for (const [args, expected] of cases) {
    test(JSON.stringify(args), async () => assert.equal(await found(args), expected));
  }
});

test('pages are the whole export, each row once, also while bills come', async () => {
  const { de } = service.entities;
  const facts = (n: number, title: string) => ({
    counterparty_id: OTHER,
    currency: 'EUR',
    issue_date: `2026-04-0${1 + (n % 7)}`,
    title,
  });
  const count = 2 * SERVICE.limits.csv_page_rows;
  await addBills(
    service,
    de,
    Array.from({ length: count }, (_, n) => facts(n, `R-${n}`)),
  );
  const walk = await walkCsv(
    (cursor) => exported({ date_from: '2026-04-01', ...cursor }, 'de'),
    () => addBills(service, de, [facts(0, 'Nueva')]),
  );
  assert.deepEqual([walk.pages, walk.row_count], [2, count]);
  assert.equal(new Set(cellsOf(walk.csv).map((cells) => cells['bill_id'])).size, count);
});

test(
  declared('export_bills', 'counterparty_not_found', 'one that does not exist, or is of another company'),
  async () => {
    for (const received of [newId('CounterpartyId'), OTHER]) {
      assert.deepEqual(await refused(service, 'mx', 'export_bills', { counterparty_id: received }), {
        code: 'counterparty_not_found',
        path: 'counterparty_id',
        received,
      });
    }
  },
);

refusals(() => service, 'export_bills', [
  {
    title: declared('export_bills', 'invalid_cursor', 'what is no cursor'),
    args: { cursor: 'abc' },
    error: { code: 'invalid_cursor', path: 'cursor' },
  },
  {
    title: 'a range that is reversed',
    args: { date_from: '2026-09-30', date_to: '2026-09-01' },
    error: { code: 'date_range_reversed', path: 'date_from', from: '2026-09-30', to: '2026-09-01' },
  },
  {
    title: 'a deductibility that exports do not filter by',
    args: { deductibility: 'partially_deductible' },
    error: {
      code: 'invalid_parameter',
      path: 'deductibility',
      reason: 'must be one of deductible, non_deductible, pending_review',
      received: 'partially_deductible',
      allowed: ['deductible', 'non_deductible', 'pending_review'],
    },
  },
]);
