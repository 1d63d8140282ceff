// What was settled without money, as an accountant reads it: the cause of each entry, base and tax of a discount, and the tax
// that customers withheld, which none of them owes.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { adminOn } from '../../admin/support.ts';
import {
  client,
  confirm,
  customer,
  invoice,
  line,
  NOW,
  service,
  usingCauseBooks,
} from '../bank/causes-books.ts';
import { cellsOf } from './support.ts';

usingCauseBooks();

const PARTS = 'VAT S 19: 12.00 + 2.28; VAT S 7: 8.90 + 0.62';
const BY = 'ana@example.org';
const TAXES = [
  { rate: '19', base: '600.00', amount: '114.00' },
  { rate: '7', base: '444.86', amount: '31.14' },
];

test('each entry names its cause, with the parts of each tax, in both forms and in what is taken back', async () => {
  const counterparty_id = await customer('Buchung GmbH');
  const facts = { taxes: TAXES, total: '1190.00' };
  const booked = [
    ['early_payment_discount', 116_620],
    ['bank_fee', 118_500],
    ['withholding', 101_150],
  ] as const;
  const lines: string[] = [];
  for (const [difference_as, amount_minor] of booked) {
    const id = await invoice(counterparty_id, facts);
    const transaction_id = await line({ amount_minor });
    await confirm({ transaction_id, matched_record_id: id, difference_as });
    lines.push(transaction_id);
  }
  const admin = adminOn(service.databaseUrl, NOW);
  await admin.json('member', 'add', '--org', service.organisation_id, '--email', BY, '--name', 'Ana');
  await admin.json('bank', 'match', 'undo', lines[0] ?? '', '--by', BY);
  const taxes = [
    { tax: 'VAT', category: 'S', rate: 19, base: 12, tax_amount: 2.28 },
    { tax: 'VAT', category: 'S', rate: 7, base: 8.9, tax_amount: 0.62 },
  ];
  const { currencies } = await client().generate_ledger({ counterparty_id });
  const entries = (currencies?.[0]?.entries ?? []).filter(({ difference }) => difference !== undefined);
  const discount = { cause: 'early_payment_discount', amount: 23.8, taxes };
  assert.deepEqual(
    entries
      .map(({ entry_type, debit, credit, difference }) => ({ entry_type, debit, credit, difference }))
      .toSorted((a, b) => (a.entry_type < b.entry_type ? -1 : 1)),
    [
      {
        entry_type: 'bank_fee',
        debit: 0,
        credit: 5,
        difference: { cause: 'bank_fee', amount: 5, taxes: [] },
      },
      { entry_type: 'early_payment_discount', debit: 0, credit: 23.8, difference: discount },
      { entry_type: 'reversal', debit: 23.8, credit: 0, difference: discount },
      {
        entry_type: 'withholding',
        debit: 0,
        credit: 178.5,
        difference: { cause: 'withholding', amount: 178.5, taxes: [] },
      },
    ],
  );
  const { csv } = await client().generate_ledger({ counterparty_id, format: 'csv' });
  const causes = ['early_payment_discount', 'bank_fee', 'withholding'];
  const rows = cellsOf(csv ?? '').filter(({ entry_type = '', reverses = '' }) =>
    [entry_type, reverses].some((each) => causes.includes(each)),
  );
  assert.deepEqual(
    rows
      .map((row) => ['entry_type', 'reverses', 'tax_base', 'tax_amount', 'taxes'].map((of) => row[of]))
      .toSorted((a, b) => String(a).localeCompare(String(b))),
    [
      ['bank_fee', '', '', '', ''],
      ['early_payment_discount', '', '20.90', '2.90', PARTS],
      ['reversal', 'early_payment_discount', '20.90', '2.90', PARTS],
      ['withholding', '', '', '', ''],
    ],
  );
});

test('withheld tax is a sum of its own by month, and goes with its payment', async () => {
  const who = await customer('Einbehalt GmbH');
  const before = await client().get_payment_summary({});
  const rest = (withheld: typeof before.withheld, month: string): number =>
    withheld.find((row) => row.month === month && row.currency === 'EUR')?.amount ?? 0;
  const of: Record<string, string> = {};
  for (const date of ['2026-02-10', '2026-03-10', '2024-12-31']) {
    const id = await invoice(who, { issue_date: date });
    const transaction_id = await line({ amount_minor: 101_150, date });
    of[date] = transaction_id;
    await confirm({ transaction_id, matched_record_id: id, difference_as: 'withholding' });
  }
  const { withheld, receivable } = await client().get_payment_summary({});
  assert.deepEqual(
    [rest(withheld, '2026-02'), rest(withheld, '2026-03') - rest(before.withheld, '2026-03')],
    [178.5, 178.5],
  );
  assert.ok(withheld.every(({ month }) => month >= '2025-01'));
  assert.deepEqual(
    receivable.map(({ outstanding }) => outstanding),
    before.receivable.map(({ outstanding }) => outstanding),
  );
  const admin = adminOn(service.databaseUrl, NOW);
  await admin.json('bank', 'match', 'undo', of['2026-02-10'] ?? '', '--by', BY);
  const after = await client().get_payment_summary({});
  assert.deepEqual(
    [rest(after.withheld, '2026-02'), after.receivable[0]?.outstanding],
    [0, (receivable[0]?.outstanding ?? 0) + 1190],
  );
});
