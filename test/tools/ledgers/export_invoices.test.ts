// Invoices as CSV: every column, each filter, pages.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import { SERVICE } from '../../../generated/service.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { declared, refusals, refused } from '../support.ts';
import { addCounterparty, addInvoices, cellsOf, counterpartyId, invoiceId, walkCsv } from './support.ts';

const NOW = new Date('2026-03-10T18:00:00Z');
const LUNA = counterpartyId(1);
const SOL = counterpartyId(2);
const OTHER = counterpartyId(3);

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { mx, de } = service.entities;
  await addCounterparty(service, mx, LUNA, '@Luna "La Buena", S.A.', { tax_id: 'CLU010203AB1' });
  await addCounterparty(service, mx, SOL, 'Panadería Sol 🥐');
  await addCounterparty(service, de, OTHER, 'Nordlicht GmbH', { tax_id: 'DE136695976', country_code: 'DE' });
  const settled = { open: false, balance_minor: 0 } as const;
  await addInvoices(service, mx, [
    {
      id: invoiceId(1),
      counterparty_id: LUNA,
      series: 'A',
      number: '1203',
      title: "=cmd|'/C calc'!A0",
      issue_date: '2026-02-03',
      due_date: '2026-03-05',
      currency: 'USD',
      exchange_rate: '17.25000000',
      exchange_rate_date: '2026-02-03',
      exchange_rate_source: 'Banco de México FIX',
      paid_minor: 1_600,
      credited_minor: 5,
      balance_minor: 9_995,
      filing_status: 'filed',
      filing: JSON.stringify({ uuid: 'AD662D33-6934-459C-A128-BDF0393F0F44' }),
      external_id: '-77',
    },
    { id: invoiceId(2), counterparty_id: SOL, title: 'Pagada', paid_minor: 11_600, ...settled },
    {
      id: invoiceId(3),
      counterparty_id: SOL,
      title: 'Pendiente\r\nde pago',
      issue_date: '2026-02-28',
      due_date: '2026-03-30',
    },
    {
      id: invoiceId(4),
      counterparty_id: LUNA,
      title: 'Borrador',
      status: 'draft',
      internal_status: 'compliance_draft',
      open: false,
    },
    {
      id: invoiceId(5),
      counterparty_id: LUNA,
      title: 'Cancelada',
      status: 'void',
      closed_on: '2026-02-01',
      ...settled,
    },
    {
      id: invoiceId(6),
      counterparty_id: LUNA,
      title: 'Revertida',
      status: 'reversed',
      credited_minor: 11_600,
      closed_on: '2026-02-02',
      ...settled,
    },
    {
      id: invoiceId(7),
      counterparty_id: SOL,
      title: 'Yenes',
      currency: 'JPY',
      issue_date: '2026-01-01',
      total_minor: 116,
      subtotal_minor: 100,
      tax_minor: 16,
      balance_minor: 116,
    },
  ]);
  await addInvoices(service, de, [
    {
      id: invoiceId(8),
      counterparty_id: OTHER,
      currency: 'EUR',
      series: 'RE',
      number: '7',
      subtotal_minor: 10_000,
      tax_minor: 1_900,
      total_minor: 11_900,
      balance_minor: 11_900,
    },
  ]);
});
after(() => service.close());

const exported = (args: InputOf<'export_invoices'>, key: 'mx' | 'de' = 'mx') =>
  service.client(service.keys[key]).export_invoices(args);

/** The last digit of each invoice's id, in the order of the rows. */
const found = async (args: InputOf<'export_invoices'>): Promise<string> => {
  const { csv } = await exported(args);
  return cellsOf(csv)
    .map((cells) => cells['invoice_id']?.at(-1))
    .join('');
};

const HEADER =
  'invoice_id,series,number,folio,uuid,title,status,payment_status,filing_status,issue_date,due_date,days_overdue,closed_on,counterparty_id,counterparty_name,counterparty_tax_id,currency,exchange_rate,subtotal,tax_total,total,amount_paid,amount_credited,balance_due,external_id,withheld_total,settled_early_payment_discount,settled_bank_fee,settled_withholding,settled_rounding';

test('every column of Mexican invoices, oldest first; what looks like a formula is text', async () => {
  const luna = `${LUNA},"'@Luna ""La Buena"", S.A.",CLU010203AB1`;
  const sol = `${SOL},Panadería Sol 🥐,`;
  const csv = [
    HEADER,
    `${invoiceId(7)},,,,,Yenes,filed,unpaid,not_submitted,2026-01-01,2026-02-14,24,,${sol},JPY,,100,16,116,0,0,116,,0,0,0,0,0`,
    `${invoiceId(2)},,,,,Pagada,filed,paid,not_submitted,2026-01-15,2026-02-14,0,,${sol},MXN,,100.00,16.00,116.00,116.00,0.00,0.00,,0.00,0.00,0.00,0.00,0.00`,
    `${invoiceId(4)},,,,,Borrador,draft,,not_submitted,2026-01-15,2026-02-14,0,,${luna},MXN,,100.00,16.00,116.00,0.00,0.00,116.00,,0.00,0.00,0.00,0.00,0.00`,
    `${invoiceId(5)},,,,,Cancelada,void,,not_submitted,2026-01-15,2026-02-14,0,2026-02-01,${luna},MXN,,100.00,16.00,116.00,0.00,0.00,0.00,,0.00,0.00,0.00,0.00,0.00`,
    `${invoiceId(6)},,,,,Revertida,reversed,,not_submitted,2026-01-15,2026-02-14,0,2026-02-02,${luna},MXN,,100.00,16.00,116.00,0.00,116.00,0.00,,0.00,0.00,0.00,0.00,0.00`,
    `${invoiceId(1)},A,1203,A-1203,AD662D33-6934-459C-A128-BDF0393F0F44,'=cmd|'/C calc'!A0,filed,partial,filed,2026-02-03,2026-03-05,5,,${luna},USD,17.25,100.00,16.00,116.00,16.00,0.05,99.95,'-77,0.00,0.00,0.00,0.00,0.00`,
    `${invoiceId(3)},,,,,"Pendiente\r\nde pago",filed,unpaid,not_submitted,2026-02-28,2026-03-30,0,,${sol},MXN,,100.00,16.00,116.00,0.00,0.00,116.00,,0.00,0.00,0.00,0.00,0.00`,
    '',
  ].join('\r\n');
  const answer = await callTool(service.url, service.keys.mx, 'export_invoices', {});
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

test('German invoices', async () => {
  const { csv, row_count } = await exported({}, 'de');
  assert.equal(row_count, 1);
  assert.equal(
    csv,
    `${HEADER}\r\n${invoiceId(8)},RE,7,RE-7,,,filed,unpaid,not_submitted,2026-01-15,2026-02-14,24,,${OTHER},Nordlicht GmbH,DE136695976,EUR,,100.00,19.00,119.00,0.00,0.00,119.00,,0.00,0.00,0.00,0.00,0.00\r\n`,
  );
});

describe('filters', () => {
  const cases: readonly (readonly [InputOf<'export_invoices'>, string])[] = [
    [{ status: 'draft' }, '4'],
    [{ status: 'filed' }, '7213'],
    [{ status: 'void' }, '5'],
    [{ status: 'reversed' }, '6'],
    [{ payment_status: 'unpaid' }, '73'],
    [{ payment_status: 'partial' }, '1'],
    [{ payment_status: 'paid' }, '2'],
    [{ status: 'filed', payment_status: 'paid' }, '2'],
    [{ status: 'draft', payment_status: 'unpaid' }, ''],
    [{ counterparty_id: SOL }, '723'],
    [{ counterparty_id: LUNA, payment_status: 'partial' }, '1'],
    [{ date_from: '2026-01-15', date_to: '2026-02-03' }, '24561'],
    [{ date_from: '2026-02-28' }, '3'],
    [{ date_to: '2026-01-01' }, '7'],
    [{ date_from: '2030-01-01' }, ''],
    [{ status: 'filed', counterparty_id: SOL, date_from: '2026-01-02', payment_status: 'unpaid' }, '3'],
  ];
  for (const [args, expected] of cases) {
    test(JSON.stringify(args), async () => assert.equal(await found(args), expected));
  }

  test('partial is what search_invoices calls partially_paid, and so are the others', async () => {
    for (const [here, there] of [
      ['unpaid', 'unpaid'],
      ['partial', 'partially_paid'],
      ['paid', 'paid'],
    ] as const) {
      const { data } = await service.client(service.keys.mx).search_invoices({ status: there });
      const { csv } = await exported({ payment_status: here });
      assert.deepEqual(
        cellsOf(csv)
          .map((cells) => cells['invoice_id'] ?? '')
          .toSorted((left, right) => (left < right ? -1 : 1)),
        data.map(({ id }) => id).toSorted((left, right) => (left < right ? -1 : 1)),
      );
      assert.ok(cellsOf(csv).every((cells) => cells['payment_status'] === here));
    }
  });

  test('nothing found is a header', async () => {
    const { csv, row_count, returned_rows, has_more } = await exported({ date_from: '2030-01-01' });
    assert.deepEqual([csv, row_count, returned_rows, has_more], [`${HEADER}\r\n`, 0, 0, false]);
  });
});

describe('pages', () => {
  const ROWS = 250;

  test('are the whole export, each row once, also while invoices come', async () => {
    const { de } = service.entities;
    const day = (n: number): string => `2026-04-0${1 + (n % 7)}`;
    const facts = (n: number, title: string) => ({
      counterparty_id: OTHER,
      currency: 'EUR',
      issue_date: day(n),
      title,
    });
    await addInvoices(
      service,
      de,
      Array.from({ length: ROWS }, (_, n) => facts(n, `R-${n}`)),
    );
    const rows = await service.database.kysely
      .selectFrom('invoice')
      .select('id')
      .where('title', 'like', 'R-%')
      .orderBy('issue_date')
      .orderBy('id')
      .execute();
    const walk = await walkCsv(
      (cursor) => exported({ date_from: '2026-04-01', ...cursor }, 'de'),
      () =>
        addInvoices(
          service,
          de,
          [0, 3, 6].map((n) => facts(n, 'Nueva')),
        ),
    );
    assert.deepEqual([walk.pages, walk.row_count], [Math.ceil(ROWS / SERVICE.limits.csv_page_rows), ROWS]);
    const walked = cellsOf(walk.csv).filter(({ title }) => title !== 'Nueva');
    assert.deepEqual(
      walked.map((cells) => cells['invoice_id']),
      rows.map(({ id }) => id),
    );
  });

  test('a cursor is refused with other filters and in another tool', async () => {
    const { next_cursor } = await exported({ date_from: '2026-04-01' }, 'de');
    const refusal = { code: 'invalid_cursor', path: 'cursor' };
    for (const [tool, args] of [
      ['export_invoices', {}],
      ['export_invoices', { date_from: '2026-04-01', status: 'filed' }],
      ['export_bills', { date_from: '2026-04-01' }],
      ['search_invoices', { date_from: '2026-04-01' }],
    ] as const) {
      assert.deepEqual(await refused(service, 'de', tool, { ...args, cursor: next_cursor }), refusal);
    }
    assert.deepEqual(
      await refused(service, 'mx', 'export_invoices', { date_from: '2026-04-01', cursor: next_cursor }),
      refusal,
    );
  });
});

test(
  declared('export_invoices', 'counterparty_not_found', 'one that does not exist, or is of another company'),
  async () => {
    for (const received of [newId('CounterpartyId'), OTHER]) {
      assert.deepEqual(await refused(service, 'mx', 'export_invoices', { counterparty_id: received }), {
        code: 'counterparty_not_found',
        path: 'counterparty_id',
        received,
      });
    }
  },
);

refusals(() => service, 'export_invoices', [
  {
    title: declared('export_invoices', 'invalid_cursor', 'what is no cursor'),
    args: { cursor: 'abc' },
    error: { code: 'invalid_cursor', path: 'cursor' },
  },
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
      reason: 'must be one of unpaid, partial, paid',
      received: 'purple',
      allowed: ['unpaid', 'partial', 'paid'],
    },
  },
]);
