// What a ledger shows: a small set of books, as JSON and as CSV. Pages are walked in generate_ledger.pages.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { InputOf } from '../../../generated/dispatch.ts';
import { newId } from '../../../src/db/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool } from '../../support/wire.ts';
import { declared, refusals, refused } from '../support.ts';
import { addCounterparty, billId, cellsOf, counterpartyId, fixedId, invoiceId, postAll } from './support.ts';

const LUNA = counterpartyId(1);
const SOL = counterpartyId(2);
const OTHER = counterpartyId(3);
const PAYMENT = fixedId('ipay', 1);
const CREDIT_NOTE = fixedId('icrn', 1);
const BILL_PAYMENT = fixedId('bpay', 1);

let service: TestService;
before(async () => {
  service = await startTestService();
  const { mx, de } = service.entities;
  await addCounterparty(service, mx, LUNA, 'Café Luna', { tax_id: 'CLU010203AB1' });
  await addCounterparty(service, mx, SOL, 'Papel, Sol & Cía.');
  await addCounterparty(service, de, OTHER, 'Nordlicht GmbH');
  const luna = { counterparty_id: LUNA };
  const sol = { counterparty_id: SOL };
  const first = { ...luna, record_id: invoiceId(1), number: 'A-1' };
  const dollars = { ...luna, record_id: invoiceId(2), number: 'A-2', currency: 'USD' };
  const bill = { ...sol, record_id: billId(1), document_id: billId(1), number: '=1+2' };
  // Posted out of the order of their days.
  await postAll(service, mx, [
    { ...first, entry_type: 'invoice', date: '2026-01-10', amount_minor: 116_000, description: 'Asesoría' },
    { ...bill, entry_type: 'bill', date: '2026-02-01', amount_minor: 50_005 },
    { ...dollars, entry_type: 'invoice', date: '2026-01-31', amount_minor: 99 },
    {
      ...luna,
      entry_type: 'invoice_payment',
      date: '2026-02-01',
      amount_minor: 100_000,
      record_id: PAYMENT,
      document_id: invoiceId(1),
      number: 'A-1',
    },
    {
      ...luna,
      entry_type: 'invoice_credit_note',
      date: '2026-02-03',
      amount_minor: 16_000,
      record_id: CREDIT_NOTE,
      document_id: invoiceId(1),
      number: 'NC-1',
    },
    {
      ...sol,
      entry_type: 'bill_payment',
      date: '2026-02-10',
      amount_minor: 60_000,
      record_id: BILL_PAYMENT,
      document_id: billId(1),
      description: '-5 "líneas"\nde 😀',
    },
    { ...dollars, entry_type: 'reversal', date: '2026-02-28', amount_minor: 99, document_id: invoiceId(2) },
    { ...bill, entry_type: 'reversal', ledger: 'ap', date: '2026-03-01', amount_minor: 5 },
    { ...luna, entry_type: 'invoice', date: '2026-03-02', amount_minor: 0 },
  ]);
  await postAll(service, de, [
    {
      counterparty_id: OTHER,
      entry_type: 'invoice',
      date: '2026-02-02',
      amount_minor: 11_900,
      currency: 'EUR',
      record_id: invoiceId(3),
      number: 'RE-7',
    },
  ]);
});
after(() => service.close());

const ledger = (args: InputOf<'generate_ledger'>, key: 'mx' | 'de' = 'mx') =>
  service.client(service.keys[key]).generate_ledger(args);

/** Date, number, debit, credit and balance of each entry, by currency. */
const brief = async (args: InputOf<'generate_ledger'>) => {
  const { currencies } = await ledger(args);
  return (currencies ?? []).map(({ currency, opening_balance, entries, closing_balance }) => [
    currency,
    opening_balance,
    entries.map((e) => `${e.date} ${e.ledger} ${e.entry_type} ${e.debit}-${e.credit}=${e.running_balance}`),
    closing_balance,
  ]);
};

test('the whole ledger of Mexican books, by currency', async () => {
  const luna = { counterparty_id: LUNA, counterparty_name: 'Café Luna', description: null };
  const sol = { counterparty_id: SOL, counterparty_name: 'Papel, Sol & Cía.', description: null };
  assert.deepEqual(await ledger({}), {
    object: 'ledger',
    type: 'both',
    format: 'json',
    currencies: [
      {
        currency: 'MXN',
        opening_balance: 0,
        entries: [
          {
            date: '2026-01-10',
            ledger: 'ar',
            entry_type: 'invoice',
            record_id: invoiceId(1),
            number: 'A-1',
            ...luna,
            description: 'Asesoría',
            debit: 1160,
            credit: 0,
            running_balance: 1160,
          },
          {
            date: '2026-02-01',
            ledger: 'ap',
            entry_type: 'bill',
            record_id: billId(1),
            number: '=1+2',
            ...sol,
            debit: 0,
            credit: 500.05,
            running_balance: 659.95,
          },
          {
            date: '2026-02-01',
            ledger: 'ar',
            entry_type: 'invoice_payment',
            record_id: PAYMENT,
            number: 'A-1',
            ...luna,
            debit: 0,
            credit: 1000,
            running_balance: -340.05,
          },
          {
            date: '2026-02-03',
            ledger: 'ar',
            entry_type: 'invoice_credit_note',
            record_id: CREDIT_NOTE,
            number: 'NC-1',
            ...luna,
            debit: 0,
            credit: 160,
            running_balance: -500.05,
          },
          {
            date: '2026-02-10',
            ledger: 'ap',
            entry_type: 'bill_payment',
            record_id: BILL_PAYMENT,
            number: null,
            ...sol,
            description: '-5 "líneas"\nde 😀',
            debit: 600,
            credit: 0,
            running_balance: 99.95,
          },
          {
            date: '2026-03-01',
            ledger: 'ap',
            entry_type: 'reversal',
            record_id: billId(1),
            number: '=1+2',
            ...sol,
            debit: 0.05,
            credit: 0,
            running_balance: 100,
          },
        ],
        closing_balance: 100,
        totals: { debit: 1760.05, credit: 1660.05, closing_balance: 100, entry_count: 6 },
      },
      {
        currency: 'USD',
        opening_balance: 0,
        entries: [
          {
            date: '2026-01-31',
            ledger: 'ar',
            entry_type: 'invoice',
            record_id: invoiceId(2),
            number: 'A-2',
            ...luna,
            debit: 0.99,
            credit: 0,
            running_balance: 0.99,
          },
          {
            date: '2026-02-28',
            ledger: 'ar',
            entry_type: 'reversal',
            record_id: invoiceId(2),
            number: 'A-2',
            ...luna,
            debit: 0,
            credit: 0.99,
            running_balance: 0,
          },
        ],
        closing_balance: 0,
        totals: { debit: 0.99, credit: 0.99, closing_balance: 0, entry_count: 2 },
      },
    ],
    csv: null,
    columns: null,
    row_count: 8,
    returned_rows: 8,
    has_more: false,
    next_cursor: null,
    entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
  });
});

test('the ledger of German books', async () => {
  const { currencies, row_count, entity } = await ledger({ type: 'ar' }, 'de');
  assert.deepEqual([row_count, entity.country_code], [1, 'DE']);
  assert.deepEqual(currencies?.[0]?.entries[0], {
    date: '2026-02-02',
    ledger: 'ar',
    entry_type: 'invoice',
    record_id: invoiceId(3),
    number: 'RE-7',
    counterparty_id: OTHER,
    counterparty_name: 'Nordlicht GmbH',
    description: null,
    debit: 119,
    credit: 0,
    running_balance: 119,
  });
});

describe('as CSV', () => {
  test('from a day on: opening balances first, formulas as text, numbers as numbers', async () => {
    const answer = await callTool(service.url, service.keys.mx, 'generate_ledger', {
      format: 'csv',
      date_from: '2026-02-01',
    });
    const csv = [
      'date,ledger,entry_type,record_id,document_id,number,counterparty_id,counterparty_name,counterparty_tax_id,description,currency,debit,credit,running_balance,reverses,tax_base,tax_amount,taxes',
      '2026-02-01,,opening_balance,,,,,,,,MXN,,,1160.00,,,,',
      '2026-02-01,,opening_balance,,,,,,,,USD,,,0.99,,,,',
      `2026-02-01,ap,bill,${billId(1)},${billId(1)},'=1+2,${SOL},"Papel, Sol & Cía.",,,MXN,0.00,500.05,659.95,,,,`,
      `2026-02-01,ar,invoice_payment,${PAYMENT},${invoiceId(1)},A-1,${LUNA},Café Luna,CLU010203AB1,,MXN,0.00,1000.00,-340.05,,,,`,
      `2026-02-03,ar,invoice_credit_note,${CREDIT_NOTE},${invoiceId(1)},NC-1,${LUNA},Café Luna,CLU010203AB1,,MXN,0.00,160.00,-500.05,,,,`,
      `2026-02-10,ap,bill_payment,${BILL_PAYMENT},${billId(1)},,${SOL},"Papel, Sol & Cía.",,"'-5 ""líneas""\nde 😀",MXN,600.00,0.00,99.95,,,,`,
      `2026-02-28,ar,reversal,${invoiceId(2)},${invoiceId(2)},A-2,${LUNA},Café Luna,CLU010203AB1,,USD,0.00,0.99,0.00,,,,`,
      `2026-03-01,ap,reversal,${billId(1)},${billId(1)},'=1+2,${SOL},"Papel, Sol & Cía.",,,MXN,0.05,0.00,100.00,,,,`,
      '',
    ].join('\r\n');
    assert.equal(answer.content[0]?.text, csv, 'the text of the answer is the CSV');
    assert.deepEqual(answer.structuredContent, {
      object: 'ledger',
      type: 'both',
      format: 'csv',
      currencies: null,
      csv,
      columns: csv.slice(0, csv.indexOf('\r\n')).split(','),
      row_count: 8,
      returned_rows: 8,
      has_more: false,
      next_cursor: null,
      entity: { id: service.entities.mx, name: 'Papelería Robles SA de CV', country_code: 'MX' },
    });
  });

  test('without a first day there is no opening balance', async () => {
    const { csv, row_count } = await ledger({ format: 'csv' });
    const types = cellsOf(csv ?? '').map(({ entry_type }) => entry_type);
    assert.equal(row_count, 8);
    assert.ok(!types.includes('opening_balance'));
  });

  test('books without an entry are a header', async () => {
    const { csv, row_count, returned_rows } = await ledger({ format: 'csv', type: 'ap' }, 'de');
    assert.deepEqual([row_count, returned_rows], [0, 0]);
    assert.match(csv ?? '', /^date,[a-z_,]+,taxes\r\n$/);
  });
});

describe('filters', () => {
  test('receivables only', async () => {
    assert.deepEqual(await brief({ type: 'ar', date_to: '2026-02-01' }), [
      ['MXN', 0, ['2026-01-10 ar invoice 1160-0=1160', '2026-02-01 ar invoice_payment 0-1000=160'], 160],
      ['USD', 0, ['2026-01-31 ar invoice 0.99-0=0.99'], 0.99],
    ]);
  });

  test('payables of one supplier: what is owed to others is negative', async () => {
    assert.deepEqual(await brief({ type: 'ap', counterparty_id: SOL, date_to: '2026-02-10' }), [
      ['MXN', 0, ['2026-02-01 ap bill 0-500.05=-500.05', '2026-02-10 ap bill_payment 600-0=99.95'], 99.95],
    ]);
  });

  test('a ledger that a counterparty has no entry in', async () => {
    assert.deepEqual(await brief({ type: 'ap', counterparty_id: LUNA }), []);
  });

  test('both days are included, and what was before opens', async () => {
    assert.deepEqual(await brief({ date_from: '2026-01-31', date_to: '2026-02-01' }), [
      [
        'MXN',
        1160,
        ['2026-02-01 ap bill 0-500.05=659.95', '2026-02-01 ar invoice_payment 0-1000=-340.05'],
        -340.05,
      ],
      ['USD', 0, ['2026-01-31 ar invoice 0.99-0=0.99'], 0.99],
    ]);
  });

  test('after the last entry only balances are left, of the currencies that have one', async () => {
    assert.deepEqual(await brief({ date_from: '2027-01-01' }), [['MXN', 100, [], 100]]);
    const { row_count, csv } = await ledger({ date_from: '2027-01-01', format: 'csv' });
    assert.equal(row_count, 1);
    assert.deepEqual(
      cellsOf(csv ?? '').map((cells) => [cells['entry_type'], cells['running_balance']]),
      [['opening_balance', '100.00']],
    );
  });

  test('before the first entry there is nothing', async () => {
    assert.deepEqual(await brief({ date_to: '2026-01-09' }), []);
  });

  test('books without an entry', async () => {
    const { currencies, row_count, has_more } = await ledger({ type: 'ap' }, 'de');
    assert.deepEqual([currencies, row_count, has_more], [[], 0, false]);
  });
});

test(
  declared('generate_ledger', 'counterparty_not_found', 'one that does not exist, or is of another company'),
  async () => {
    for (const received of [newId('CounterpartyId'), OTHER]) {
      assert.deepEqual(await refused(service, 'mx', 'generate_ledger', { counterparty_id: received }), {
        code: 'counterparty_not_found',
        path: 'counterparty_id',
        received,
      });
    }
  },
);

refusals(() => service, 'generate_ledger', [
  {
    title: declared('generate_ledger', 'invalid_cursor', 'what is no cursor'),
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
    args: { date_to: '2026-02-30' },
    error: { code: 'impossible_date', path: 'date_to', received: '2026-02-30' },
  },
  {
    title: 'a ledger that there is not',
    args: { type: 'general' },
    error: {
      code: 'invalid_parameter',
      path: 'type',
      reason: 'must be one of ar, ap, both',
      received: 'general',
      allowed: ['ar', 'ap', 'both'],
    },
  },
]);
