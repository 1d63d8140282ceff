// A bill that is paid less within its terms is closed by the discount, which takes its input tax down; nothing else that is
// missing of a bill is booked without money.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';

import type { BillId, CounterpartyId } from '../../../generated/ids.ts';
import type { LedgerEntry } from '../../../generated/types.ts';
import { adminOn } from '../../admin/support.ts';
import { randomOf } from '../../property/random.ts';
import { longDose, seedOf } from '../../support/dose.ts';
import { addParty } from '../../support/documents.ts';

import { codesOf, declared, refused } from '../support.ts';
import {
  bankAccount,
  client,
  confirm,
  customer,
  line,
  NOW,
  refuse,
  service,
  usingCauseBooks,
} from './causes-books.ts';
import { addAccount, addLine } from './support.ts';

usingCauseBooks();

const TERMS = [{ percent: 2, days: 14 }];
const STANDARD = [{ description: 'Papier', unit_price: 1000, tax_rate: 19 }];

let numbers = 0;
const bill = async (who: CounterpartyId, facts: object = {}): Promise<BillId> => {
  numbers += 1;
  const { id } = await client().create_bill({
    counterparty_id: who,
    bill_number: `SK-${numbers}`,
    issue_date: '2026-03-01',
    line_items: STANDARD,
    ...facts,
  });
  return id;
};

const debit = (amount_minor: number, date = '2026-03-10', facts: object = {}) =>
  line({ transaction_type: 'debit', amount_minor, date, ...facts });

const owed = async (bill_id: BillId): Promise<number> => (await client().get_bill({ bill_id })).balance_due;

const ledgerOf = async (counterparty_id: CounterpartyId) => {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  let closing = 0;
  do {
    const page = await client().generate_ledger({
      counterparty_id,
      type: 'ap',
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const [euro] = page.currencies ?? [];
    entries.push(...(euro?.entries ?? []));
    closing = euro?.closing_balance ?? closing;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return {
    entries: entries
      .map(({ entry_type, debit: owing, credit }) => [entry_type, owing, credit] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    owed: 0 - closing,
  };
};

const ANA = 'ana@example.org';
const BY = ['--by', ANA];
const administer = (...args: string[]) => adminOn(service.databaseUrl, NOW).json(...args);
before(async () => {
  await administer('member', 'add', '--org', service.organisation_id, '--email', ANA, '--name', 'Ana');
});

test('the terms of the bill close it, take its tax down at each rate, and undo brings all back', async () => {
  const who = await customer('Papier Lindner GmbH');
  const id = await bill(who, {
    discount_terms: TERMS,
    line_items: [...STANDARD, { description: 'Buch', unit_price: 200, tax_rate: 7 }],
  });
  const transaction_id = await debit(137_592);
  const answer = await confirm({ transaction_id, matched_record_id: id });
  assert.deepEqual(codesOf(answer.warnings), ['cause_booked']);
  const [allocation] = answer.payment?.allocations ?? [];
  assert.equal(answer.payment?.amount, 1375.92);
  assert.deepEqual(
    { ...allocation?.difference, of: allocation?.amount, left: allocation?.balance_due_after },
    {
      cause: 'early_payment_discount',
      amount: 28.08,
      taxes: [
        { tax: 'VAT', category: 'S', rate: 19, base: 20, tax_amount: 3.8 },
        { tax: 'VAT', category: 'S', rate: 7, base: 4, tax_amount: 0.28 },
      ],
      of: 1404,
      left: 0,
    },
  );
  assert.deepEqual(await ledgerOf(who), {
    entries: [
      ['bill', 0, 1404],
      ['bill_payment', 1375.92, 0],
      ['early_payment_discount', 28.08, 0],
    ],
    owed: 0,
  });
  const exported = await client().export_bills({ counterparty_id: who });
  assert.match(exported.csv, /,28\.08,0\.00,0\.00,\r\n$/);
  await administer('bank', 'match', 'undo', transaction_id, ...BY);
  assert.equal(await owed(id), 1404);
  assert.equal((await ledgerOf(who)).owed, 1404);
  await confirm({ transaction_id, matched_record_id: id });
  assert.deepEqual([await owed(id), (await ledgerOf(who)).owed], [0, 0]);
});

test('the terms agreed with the supplier close it where the bill has none, also in a run', async () => {
  const who = await customer('Skonto Vertrieb GmbH', '3/10');
  const id = await bill(who, { bill_number: 'SV-20931' });
  const facts = { description: 'SV-20931 Skonto Vertrieb GmbH', counterparty_hint: 'Skonto Vertrieb GmbH' };
  const transaction_id = await debit(115_430, '2026-03-10', facts);
  await client().run_ai_matching({ bank_account_id: bankAccount() });
  const { data } = await client().search_bank_transactions({
    bank_account_id: bankAccount(),
    query: 'SV-20931',
  });
  if (data[0]?.match_status !== 'confirmed') await confirm({ transaction_id, matched_record_id: id });
  assert.equal(await owed(id), 0);
  assert.deepEqual(
    (await ledgerOf(who)).entries.map(([type]) => type),
    ['bill', 'bill_payment', 'early_payment_discount'],
  );
});

test('without a term, after its days, or paid in part before, the rest stays owed unless the caller says why', async () => {
  const who = await customer('Ohne Abrede GmbH');
  const plain = await bill(who);
  const late = await bill(who, { discount_terms: TERMS });
  const parted = await bill(who, { discount_terms: TERMS });
  await client().record_bill_payment({ bill_id: parted, amount: 190, paid_on: '2026-03-05' });
  const lines = [await debit(116_620), await debit(116_620, '2026-03-16'), await debit(98_000)] as const;
  for (const [index, id] of [plain, late, parted].entries()) {
    const transaction_id = lines[index] ?? lines[0];
    const { warnings } = await confirm({ transaction_id, matched_record_id: id });
    assert.deepEqual(codesOf(warnings), ['residual_left']);
    assert.equal(await owed(id), index === 2 ? 20 : 23.8);
    await administer('bank', 'match', 'undo', transaction_id, ...BY);
    const said = await confirm({
      transaction_id,
      matched_record_id: id,
      difference_as: 'early_payment_discount',
    });
    assert.deepEqual(codesOf(said.warnings), ['cause_booked']);
    assert.equal(await owed(id), 0);
  }
  assert.equal((await ledgerOf(who)).owed, 0);
});

/** As a `#SKONTO#` line with `BASISBETRAG` is kept. */
const withBase = async (id: BillId, base: string): Promise<void> => {
  await service.database.kysely
    .updateTable('bill')
    .set({ content: sql`json_set(content, '$.discount_terms[0].base', ${base})` as never })
    .where('id', '=', id)
    .execute();
};

test('terms on a part of a bill take their percent off that part, and never off more than is owed', async () => {
  const who = await customer('Skonto auf einen Teil GmbH');
  const ids = [];
  for (const base of ['500.00', '2000.00']) {
    const id = await bill(who, { discount_terms: TERMS });
    await withBase(id, base);
    ids.push(id);
  }
  const [part, above] = ids as [BillId, BillId];
  assert.deepEqual((await client().get_bill({ bill_id: part })).terms?.discount_terms, [
    { percent: 2, days: 14, base_amount: 500 },
  ]);
  const transaction_id = await debit(116_620);
  const whole = await confirm({ transaction_id, matched_record_id: part });
  assert.deepEqual(codesOf(whole.warnings), ['residual_left']);
  await administer('bank', 'match', 'undo', transaction_id, ...BY);
  for (const [id, paid, taxes] of [
    [part, 118_000, { base: 8.4, tax_amount: 1.6 }],
    [above, 116_620, { base: 20, tax_amount: 3.8 }],
  ] as const) {
    const { payment } = await confirm({ transaction_id: await debit(paid), matched_record_id: id });
    assert.deepEqual(payment?.allocations[0]?.difference?.taxes, [
      { tax: 'VAT', category: 'S', rate: 19, ...taxes },
    ]);
    assert.equal(await owed(id), 0);
  }
  // Both at once: each by its own base.
  const both = [await bill(who, { discount_terms: TERMS }), await bill(who, { discount_terms: TERMS })];
  await withBase(both[0] as BillId, '500.00');
  const { payment } = await confirm({
    transaction_id: await debit(238_000 - 1_000 - 2_380),
    allocations: both.map((matched_record_id) => ({ matched_record_id, amount: 1190 })),
    difference_as: 'early_payment_discount',
  });
  assert.deepEqual(
    payment?.allocations.map(({ difference, balance_due_after }) => [difference?.amount, balance_due_after]),
    [
      [10, 0],
      [23.8, 0],
    ],
  );
  assert.equal((await ledgerOf(who)).owed, 0);
});

test('a bill that states only its tax is taken down at the rate that this comes to', async () => {
  const who = await customer('Nur Steuerbetrag GmbH');
  const id = await bill(who, {
    line_items: [{ description: 'Miete', unit_price: 1000, tax_amount: 190 }],
    discount_terms: TERMS,
  });
  const { payment } = await confirm({ transaction_id: await debit(116_620), matched_record_id: id });
  assert.deepEqual(payment?.allocations[0]?.difference?.taxes, [
    { tax: 'VAT', category: '', rate: 19, base: 20, tax_amount: 3.8 },
  ]);
});

test(
  declared('confirm_bank_match', 'cause_of_invoices_only', 'for all but a discount of a bill'),
  async () => {
    const who = await customer('Keine Gebühr GmbH');
    const id = await bill(who, { discount_terms: TERMS });
    for (const difference_as of ['bank_fee', 'withholding', 'rounding'] as const) {
      const { code } = await refuse({
        transaction_id: await debit(116_620),
        matched_record_id: id,
        difference_as,
      });
      assert.equal(code, 'cause_of_invoices_only');
    }
    const { code } = await refuse({
      transaction_id: await debit(100_000),
      matched_record_id: id,
      difference_as: 'early_payment_discount',
    });
    assert.equal(code, 'cause_too_large');
  },
);

test('in Mexico the supplier writes a credit note: the rest stays owed, and the cause is refused', async () => {
  const { database, entities, keys } = service;
  const account = await addAccount(service, entities.mx, { currency: 'MXN' });
  const who = await addParty(database, entities.mx, 'Papelera del Norte');
  const mx = service.client(keys.mx);
  const { id } = await mx.create_bill({
    counterparty_id: who,
    bill_number: 'MX-1',
    issue_date: '2026-03-01',
    line_items: [{ description: 'Papel', unit_price: 1000, tax_rate: 16 }],
    discount_terms: TERMS,
  });
  const transaction_id = await addLine(service, entities.mx, account, {
    transaction_type: 'debit',
    amount_minor: 113_680,
    currency: 'MXN',
    date: '2026-03-10',
  });
  const args = { transaction_id, matched_record_id: id };
  const { code } = await refused(service, 'mx', 'confirm_bank_match', {
    ...args,
    difference_as: 'early_payment_discount',
  });
  assert.equal(code, 'cause_of_invoices_only');
  const { warnings } = await mx.confirm_bank_match(args as Parameters<typeof mx.confirm_bank_match>[0]);
  assert.deepEqual(codesOf(warnings), ['residual_left']);
  assert.equal((await mx.get_bill({ bill_id: id })).balance_due, 23.2);
});

const seed = seedOf(import.meta.filename);
test(`random bills with discounts, credits and part payments equal a model to the cent, seed ${seed}`, async () => {
  const random = randomOf(seed);
  const who = await customer(`Modell ${seed} GmbH`);
  let owing = 0;
  for (let round = 0; round < longDose(12); round += 1) {
    const nets = Array.from({ length: random.int(1, 3) }, () => random.int(100, 90_000));
    const rates = nets.map(() => random.pick([0, 7, 19] as const));
    const taxes = nets.map((net, at) => Math.round((net * (rates[at] ?? 0)) / 100));
    const sum = (of: readonly number[]): number => of.reduce((all, each) => all + each, 0);
    const total = sum(nets) + sum(taxes);
    const percent = random.pick([1, 2, 2.5, 3] as const);
    const id = await bill(who, {
      bill_number: `M-${seed}-${round}`,
      discount_terms: [{ percent, days: 14 }],
      line_items: nets.map((net, at) => ({
        description: 'Ware',
        unit_price: net / 100,
        tax_rate: rates[at],
      })),
    });
    const base = random.pick([null, 0, random.int(1, total), total + random.int(1, 9_999)]);
    if (base !== null) await withBase(id, (base / 100).toFixed(2));
    owing += total;
    assert.equal(Math.round((await owed(id)) * 100), total);
    const off = Math.round((Math.min(base ?? total, total) * percent) / 100);
    const isTaken = off > 0 && random.int(0, 3) > 0;
    const paid = isTaken ? total - off : random.int(1, total);
    const transaction_id = await debit(paid);
    const answer = await confirm({ transaction_id, matched_record_id: id });
    const [allocation] = answer.payment?.allocations ?? [];
    const of = allocation?.difference;
    if (isTaken) {
      assert.equal(Math.round((of?.amount ?? 0) * 100), off);
      const shares = (of?.taxes ?? []).map(({ base, tax_amount }) => Math.round((base + tax_amount) * 100));
      assert.equal(sum(shares), off);
    }
    const settled = of === undefined ? paid : total;
    owing -= settled;
    if (random.int(0, 2) === 0) {
      await administer('bank', 'match', 'undo', transaction_id, ...BY);
      owing += settled;
    }
    assert.equal(Math.round((await ledgerOf(who)).owed * 100), owing);
  }
});
