// What a reader found becomes a bill whose sums are the document's, to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { billOf, type BookableDocument } from '../../../src/domain/documents/bills/from-reading.ts';
import { createReadBill } from '../../../src/domain/documents/bills/create-read.ts';
import { decideBill } from '../../../src/domain/documents/bills/decide.ts';
import { describeBill } from '../../../src/domain/documents/bills/describe.ts';
import { createReceivedNote } from '../../../src/domain/documents/bill-credit-notes/create.ts';
import { decideNote } from '../../../src/domain/documents/bill-credit-notes/decide.ts';
import { asDay } from '../../../src/base/time/day.ts';
import type {
  ReadAdjustment,
  ReadDocument,
  ReadLine,
  ReadParty,
  ReadTax,
} from '../../../src/receiving/reading.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { randomOf } from '../../property/random.ts';
import { openBooks, type TestBooks } from '../../support/scope.ts';
import { addGermanCustomer } from '../../tools/support.ts';

const TODAY = asDay('2026-03-10');

const NOBODY: ReadParty = {
  name: 'Harms KG',
  tradingName: null,
  countryCode: 'DE',
  vatId: 'DE136695976',
  taxId: null,
  legalId: null,
  ids: [],
  endpoint: null,
  street: null,
  city: null,
  postalCode: null,
  contactName: null,
  email: null,
  phone: null,
  regime: null,
};

const tax = (amount: string, rate = '19', more: Partial<ReadTax> = {}): ReadTax => ({
  kind: 'VAT',
  factor: 'rate',
  rate,
  category: 'S',
  exemptionCode: null,
  exemptionReason: null,
  base: null,
  amount,
  localName: null,
  ...more,
});

const line = (net: string, more: Partial<ReadLine> = {}): ReadLine => ({
  id: null,
  description: 'Ware',
  detail: null,
  quantity: '1',
  unitCode: 'H87',
  unitPrice: net,
  net,
  discount: null,
  adjustments: [],
  taxes: [],
  withholdings: [],
  period: null,
  sellerItemId: null,
  productCode: null,
  taxObject: null,
  customsNumbers: [],
  orderLine: null,
  account: null,
  ...more,
});

type Totals = Partial<ReadDocument['totals']>;

const documentOf = (
  lines: readonly ReadLine[],
  totals: Totals,
  more: Partial<ReadDocument> = {},
): ReadDocument => ({
  typeCode: '380',
  number: 'RE-1',
  series: null,
  uuid: null,
  issueDate: '2026-03-02',
  dueDate: '2026-03-16',
  taxPoint: null,
  deliveryDate: '2026-02-28',
  deliveryPeriod: null,
  currency: 'EUR',
  exchangeRate: null,
  seller: NOBODY,
  buyer: NOBODY,
  payee: null,
  lines,
  adjustments: [],
  taxes: [],
  withholdings: [],
  totals: {
    lines: null,
    allowances: null,
    charges: null,
    withoutTax: null,
    tax: null,
    taxInAccountingCurrency: null,
    withheld: null,
    total: null,
    prepaid: null,
    rounding: null,
    due: null,
    ...totals,
  },
  payment: {
    meansCode: '58',
    method: null,
    terms: null,
    reference: null,
    accounts: [],
    directDebit: null,
    discounts: [{ days: 14, percent: '2', base: null }],
  },
  references: [],
  notes: [],
  use: null,
  ...more,
});

const read = (document: ReadDocument, asNote = false): BookableDocument => {
  const found = billOf(document, { today: TODAY, asNote, home: 'EUR' });
  assert.ok(found);
  return found;
};

const sums = (bill: BookableDocument) => [
  bill.subtotal_minor,
  bill.tax_minor,
  bill.withheld_minor,
  bill.prepaid_minor,
  bill.rounding_minor,
  bill.due_minor,
];

const ALLOWANCE: ReadAdjustment = {
  kind: 'allowance',
  amount: '50.00',
  base: null,
  percent: null,
  reason: 'Rabatt',
  reasonCode: '95',
  tax: tax('9.50'),
};

const FIRST = documentOf(
  [line('1000.00', { taxes: [tax('190.00')] }), line('200.00', { taxes: [tax('14.00', '7')] })],
  { withoutTax: '1150.00', tax: '194.50', total: '1344.50', prepaid: '344.50', due: '1000.00' },
  { adjustments: [ALLOWANCE] },
);

test('an allowance stays one, with its category, and what was prepaid is not owed', () => {
  const bill = read(FIRST);
  assert.deepEqual(sums(bill), [115_000, 19_450, 0, 34_450, 0, 100_000]);
  assert.deepEqual(
    [
      bill.lines.length,
      bill.content.adjustments.map(({ charge, amount, tax: of }) => [charge, amount, of?.rate]),
    ],
    [2, [[false, '50', '19']]],
  );
  assert.deepEqual(bill.content.discount_terms, [{ percent: '2', days: 14 }]);
});

test('what the buyer books the document under is the account of lines that name none', () => {
  const document = documentOf([line('60.00', { account: '4711' }), line('40.00')], {
    withoutTax: '100.00',
    total: '100.00',
    due: '100.00',
  });
  const accounts = read({ ...document, account: '0815' }).lines.map(({ content }) => content?.account);
  assert.deepEqual(accounts, ['4711', '0815']);
});

test('taxes of lines stay as they were spread, and a price of a part of a cent is a price', () => {
  const spread = documentOf(
    ['6.33', '6.33', '6.34'].map((amount, at) => line(at < 2 ? '33.33' : '33.34', { taxes: [tax(amount)] })),
    { withoutTax: '100.00', tax: '19.00', total: '119.00', due: '119.00' },
  );
  assert.deepEqual(
    read(spread).lines.map(({ tax_amount }) => tax_amount),
    ['6.33', '6.33', '6.34'],
  );
  const [screws] = read(
    documentOf([line('31.25', { quantity: '250', unitPrice: '0.125' })], { total: '31.25' }),
  ).lines;
  assert.deepEqual([screws?.quantity, screws?.unit_price, screws?.subtotal], ['250', '0.125', '31.25']);
});

test('retentions of a CFDI are percentages here, and are not owed to the supplier', () => {
  const iva = tax('1600.00', '0.160000', { kind: 'IVA', category: null });
  const withholdings = [
    tax('1066.67', '0.106667', { kind: 'IVA', category: null }),
    tax('1000.00', '0.100000', { kind: 'ISR', category: null }),
  ];
  const fee = documentOf(
    [line('10000.00', { taxes: [iva], withholdings })],
    { withoutTax: '10000.00', tax: '1600.00', withheld: '2066.67', total: '9533.33', due: '9533.33' },
    { typeCode: 'I', currency: 'MXN' },
  );
  const bill = read(fee);
  assert.deepEqual(sums(bill), [1_000_000, 160_000, 206_667, 0, 0, 953_333]);
  assert.deepEqual(
    bill.lines[0]?.content?.withholdings.map(({ kind, rate, amount }) => [kind, rate, amount]),
    [
      ['IVA', '10.6667', '1066.67'],
      ['ISR', '10', '1000'],
    ],
  );
  const quota = tax('30.82', '3.0818', { kind: 'IEPS', factor: 'quota', category: null });
  const [drink] = read(documentOf([line('100', { taxes: [quota] })], { total: '130.82' })).lines;
  assert.deepEqual(
    drink?.content?.taxes.map(({ factor, rate }) => [factor, rate]),
    [['quota', '3.0818']],
  );
});

test('an invoice below zero is a credit note, and the other way round', () => {
  const back = documentOf(
    [line('-100.00', { quantity: '-1', unitPrice: '100.00', taxes: [tax('-19.00')] })],
    {
      withoutTax: '-100.00',
      tax: '-19.00',
      total: '-119.00',
      due: '-119.00',
    },
  );
  const note = read(back);
  assert.deepEqual([note.kind, ...sums(note)], ['bill_credit_note', 10_000, 1900, 0, 0, 0, 11_900]);
  const [credited] = note.lines;
  assert.deepEqual(
    [credited?.quantity, credited?.unit_price, credited?.subtotal, credited?.tax_amount],
    ['1', '100', '100', '19'],
  );
  assert.equal(read(back, true).kind, 'bill');
  assert.equal(read(FIRST, true).kind, 'bill_credit_note');
});

test('what has no currency, no lines, no total or figures that are none is left to a person', () => {
  const of = (document: ReadDocument) => billOf(document, { today: TODAY, asNote: false, home: 'EUR' });
  assert.equal(of({ ...FIRST, currency: null }), undefined);
  assert.equal(of({ ...FIRST, currency: 'ZZZ' }), undefined);
  assert.equal(of({ ...FIRST, lines: [] }), undefined);
  assert.equal(of(documentOf([line('1')], {})), undefined);
  assert.equal(of(documentOf([line('1e999')], { total: '1' })), undefined);
  assert.equal(of(documentOf([line('99999999999999999999')], { total: '1' })), undefined);
});

test('a due date that nobody wrote is marked, and one before the issue date is the issue date', () => {
  const none = read({ ...FIRST, dueDate: null });
  assert.deepEqual([none.due_date, none.content.is_due_derived], ['2026-04-01', true]);
  const early = read({ ...FIRST, dueDate: '2026-01-01' });
  assert.deepEqual([early.due_date, early.content.is_due_derived], ['2026-03-02', false]);
});

const SEED = seedOf(import.meta.filename);

const text = (minor: number): string => `${minor < 0 ? '-' : ''}${(Math.abs(minor) / 100).toFixed(2)}`;

test('sums of any document are its own, whatever its lines add up to', (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const random = randomOf(SEED);
  for (let at = 0; at < dose(1000); at += 1) {
    const lines = Array.from({ length: random.int(1, 20) }, () => random.int(-50_000, 500_000));
    const allowances = Array.from({ length: random.int(0, 3) }, () => random.int(1, 1000));
    const net = lines.reduce((sum, each) => sum + each, 0) - allowances.reduce((sum, each) => sum + each, 0);
    const [taxed, withheld, rounding] = [random.int(0, 90_000), random.int(0, 9000), random.int(-99, 99)];
    const total = net + taxed - withheld;
    const prepaid = random.int(0, 9000);
    // A credit note that claims money is none, see the test of what the books do not hold.
    if (total < 0 && total - prepaid + rounding > 0) continue;
    const document = documentOf(
      lines.map((each) => line(text(each))),
      {
        withoutTax: random.int(0, 1) === 0 ? null : text(net),
        tax: text(taxed),
        withheld: text(withheld),
        total: text(total),
        prepaid: text(prepaid),
        rounding: text(rounding),
      },
      { adjustments: allowances.map((each) => ({ ...ALLOWANCE, amount: text(each) })) },
    );
    const sign = total < 0 ? -1 : 1;
    const expected = [net, taxed, withheld, prepaid, rounding, total - prepaid + rounding];
    const found = read(document);
    assert.deepEqual(
      [found.kind, ...sums(found).map((minor) => minor * sign + 0)],
      [total < 0 ? 'bill_credit_note' : 'bill', ...expected.map((minor) => minor + 0)],
    );
  }
});

let service: TestService;
let supplier: CounterpartyId;
let books: TestBooks;
before(async () => {
  service = await startTestService();
  service.setNow(new Date('2026-03-10T18:00:00.000Z'));
  books = await openBooks(service.database, service.organisation_id, service.entities.de);
  supplier = await addGermanCustomer(service, 'Harms KG', { is_supplier: true });
});
after(() => service.close());

const inBooks = { source_document_id: null, received_at: null };

test('a read bill waits in the inbox, is booked for what is owed, and a credit note takes off what it credits', async () => {
  const client = service.client(service.keys.de);
  const party = { id: supplier, name: 'Harms KG', tax_id: null };
  const change = async <T>(work: Parameters<typeof books.write<T>>[0]): Promise<T> =>
    (await books.write(work)).result;
  const made = await change(async (ctx) =>
    describeBill(await createReadBill(ctx, { document: read(FIRST), supplier: party, ...inBooks }), ctx),
  );
  assert.deepEqual(
    [made.status, made.total, made.prepaid_amount, made.amount_due, made.balance_due, made.payment_status],
    ['inbox', 1344.5, 344.5, 1000, 1000, null],
  );
  const ledger = async () => {
    const { currencies } = await client.generate_ledger({ counterparty_id: supplier });
    return currencies?.flatMap(({ entries }) =>
      entries.map(({ entry_type, debit, credit }) => [entry_type, debit, credit]),
    );
  };
  assert.deepEqual(await ledger(), []);
  await change((ctx) => decideBill(ctx, made.id, 'receive'));
  assert.deepEqual(await ledger(), [['bill', 0, 1000]]);
  const document = read(
    {
      ...documentOf([line('100', { taxes: [tax('19')] })], { withoutTax: '100', tax: '19', total: '119' }),
      number: 'GS-1',
      references: [{ kind: 'prior', id: 're-1', date: null, relation: null }],
    },
    true,
  );
  const note = await change((ctx) => createReceivedNote(ctx, { document, supplier: party, ...inBooks }));
  assert.deepEqual([note.status, note.record_id], ['inbox', made.id]);
  assert.equal((await client.get_bill({ bill_id: made.id })).balance_due, 1000);
  await change((ctx) => decideNote(ctx, note.id, 'receive'));
  const credited = await client.get_bill({ bill_id: made.id });
  assert.deepEqual([credited.balance_due, credited.amount_credited], [881, 119]);
  assert.deepEqual((await ledger())?.at(-1), ['bill_credit_note', 119, 0]);
  await change((ctx) => decideNote(ctx, note.id, 'reject'));
  const back = await client.get_bill({ bill_id: made.id });
  assert.deepEqual([back.balance_due, back.amount_credited], [1000, 0]);
  assert.deepEqual((await ledger())?.at(-1), ['reversal', 0, 119]);
});

test('a rate of the document counts where it leads to the currency of the books', () => {
  const rateTo = (more: Partial<ReadDocument>) =>
    read(
      documentOf([line('100.00')], { total: '119.00' }, { currency: 'USD', exchangeRate: '0.79', ...more }),
    ).exchange_rate;
  assert.deepEqual(
    [{}, { exchangeCurrency: 'EUR' }, { exchangeCurrency: 'GBP' }, { exchangeCurrency: null }].map(rateTo),
    ['0.79', '0.79', null, null],
  );
});
