// Documents worked out by hand: what each becomes, to the cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../../src/receiving/read.ts';
import type { ReadDocument, Reading } from '../../src/receiving/reading.ts';
import { group, leaf, type UblInvoice, ublInvoice } from './support/ubl.ts';

const read = (text: string): Promise<Reading> => readFile(Buffer.from(text, 'utf8'));

const readUbl = async (invoice: UblInvoice): Promise<{ reading: Reading; document: ReadDocument }> => {
  const reading = await read(ublInvoice(invoice));
  assert.ok(reading.document !== null, JSON.stringify(reading.issues));
  return { reading, document: reading.document };
};

const rules = ({ issues }: Reading): readonly string[] => issues.map(({ rule }) => rule);
const taxesOf = ({ lines }: ReadDocument): readonly (string | null)[] =>
  lines.map(({ taxes: [tax] }) => tax?.amount ?? null);

const PLAIN: UblInvoice = {
  lines: [{ net: '100.00' }],
  taxes: [['100.00', '19', '19.00']],
  totals: ['100.00', null, null, '100.00', '19.00', '119.00', null, '119.00'],
};

test('an allowance of the document keeps its category; what was prepaid is no part of what is owed', async () => {
  const { reading, document } = await readUbl({
    lines: [{ net: '1000.00' }, { net: '200.00', rate: '7' }],
    adjustments: [['50.00', '19', false]],
    taxes: [
      ['950.00', '19', '180.50'],
      ['200.00', '7', '14.00'],
    ],
    totals: ['1200.00', '50.00', null, '1150.00', '194.50', '1344.50', '344.50', '1000.00'],
  });
  assert.deepEqual([reading.kind, reading.format, rules(reading)], ['bill', 'ubl_invoice', []]);
  assert.deepEqual(taxesOf(document), ['190', '14']);
  const [allowance] = document.adjustments;
  assert.deepEqual(
    [
      allowance?.kind,
      allowance?.amount,
      allowance?.tax?.category,
      allowance?.tax?.rate,
      allowance?.tax?.amount,
    ],
    ['allowance', '50.00', 'S', '19', '9.5'],
  );
  const { total, prepaid, due } = document.totals;
  assert.deepEqual([total, prepaid, due], ['1344.50', '344.50', '1000.00']);
});

test('the tax of a category is spread over its lines by largest remainder', async () => {
  const { reading, document } = await readUbl({
    lines: [{ net: '33.33' }, { net: '33.33' }, { net: '33.34' }],
    taxes: [['100.00', '19', '19.00']],
    totals: ['100.00', null, null, '100.00', '19.00', '119.00', null, '119.00'],
  });
  assert.deepEqual(rules(reading), []);
  assert.deepEqual(taxesOf(document), ['6.33', '6.33', '6.34']);
});

test('a price of a hundred is the price of one for the bill', async () => {
  const { reading, document } = await readUbl({
    lines: [{ net: '31.25', price: '12.50', base: '100', quantity: '250' }],
    taxes: [['31.25', '19', '5.94']],
    totals: ['31.25', null, null, '31.25', '5.94', '37.19', null, '37.19'],
  });
  assert.deepEqual(rules(reading), []);
  const [line] = document.lines;
  assert.deepEqual([line?.quantity, line?.unitPrice, line?.net], ['250', '0.125', '31.25']);
});

test('an invoice of -119.00 is a credit of 119.00', async () => {
  const { reading, document } = await readUbl({
    lines: [{ net: '-100.00', quantity: '-1', price: '100.00' }],
    taxes: [['-100.00', '19', '-19.00']],
    totals: ['-100.00', null, null, '-100.00', '-19.00', '-119.00', null, '-119.00'],
  });
  assert.deepEqual([reading.kind, rules(reading)], ['bill_credit_note', ['en_negative_total']]);
  const [line] = document.lines;
  assert.deepEqual(
    [line?.quantity, line?.unitPrice, line?.net, taxesOf(document)],
    ['1', '100.00', '100', ['19']],
  );
  assert.deepEqual([document.totals.total, document.totals.due], ['119', '119']);
});

test('types decide: a credit, a document of our own, one that replaces another', async () => {
  const prior = group(
    'cac:BillingReference',
    group('cac:InvoiceDocumentReference', leaf('cbc:ID', 'RE-9'), leaf('cbc:IssueDate', '2026-10-01')),
  );
  const seen = [];
  for (const type of ['381', '396', '261', '384', '389']) {
    const { reading } = await readUbl({ ...PLAIN, type, more: [prior] });
    seen.push([type, reading.kind, rules(reading)]);
  }
  assert.deepEqual(seen, [
    ['381', 'bill_credit_note', []],
    ['396', 'bill_credit_note', []],
    ['261', 'bill_credit_note', ['en_self_billed']],
    ['384', 'bill', ['en_replaces']],
    ['389', 'other', ['en_self_billed']],
  ]);
});

test('a rate is of the document where it leads from its currency, and says to which one', async () => {
  const ram = (name: string, ...inner: readonly string[]) => `<ram:${name}>${inner.join('')}</ram:${name}>`;
  const rateOf = async (from: string, to: string) => {
    const exchange = ram(
      'TaxApplicableTradeCurrencyExchange',
      ram('SourceCurrencyCode', from),
      ram('TargetCurrencyCode', to),
      ram('ConversionRate', '0.79'),
    );
    const code = ram('InvoiceCurrencyCode', 'USD');
    const { document } = await read(
      `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"><rsm:SupplyChainTradeTransaction>${ram('ApplicableHeaderTradeSettlement', code, exchange)}</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`,
    );
    return [document?.exchangeRate, document?.exchangeCurrency];
  };
  assert.deepEqual(await rateOf('USD', 'GBP'), ['0.79', 'GBP']);
  assert.deepEqual(await rateOf('EUR', 'USD'), [null, 'USD']);
});

test('what does not add up is told with both amounts', async () => {
  const { reading } = await readUbl({
    lines: [{ net: '100.00', quantity: '2', price: '40.00' }],
    adjustments: [['5.00', '19', false]],
    taxes: [['100.00', '19', '21.00']],
    totals: ['99.00', '4.00', '1.00', '100.00', '20.00', '119.00', null, '118.00'],
  });
  assert.deepEqual(
    reading.issues.map(({ rule, severity, facts }) => [rule, severity, facts['stated'], facts['computed']]),
    [
      ['en_br_co_10', 'error', '99.00', '100'],
      ['en_br_co_11', 'error', '4.00', '5'],
      ['en_br_co_12', 'error', '1.00', '0'],
      ['en_br_co_13', 'error', '100.00', '96'],
      ['en_br_co_14', 'error', '20.00', '21'],
      ['en_br_co_15', 'error', '119.00', '120'],
      ['en_br_co_16', 'error', '118.00', '119'],
      ['en_tax_base', 'error', '100.00', '95'],
      ['en_br_co_17', 'error', '21.00', '19'],
      ['en_line_net', 'warning', '100.00', '80'],
    ],
  );
});

test('tax where a category has none, a category that is not broken down, and numbers that are none', async () => {
  const { reading } = await readUbl({
    lines: [{ net: '100.00', category: 'AE', rate: '0' }, { net: '1,00' }],
    taxes: [['100.00', '0', '0.50', 'AE']],
    totals: ['100.00', null, null, '100.00', '0.50', '100.50', null, '100.50'],
  });
  assert.deepEqual(rules(reading), [
    'en_number',
    'en_line_amount',
    'en_number',
    'en_tax_not_broken_down',
    'en_tax_without_rate',
  ]);
});

test('discounts for machines, direct debit and accounts', async () => {
  const { document, reading } = await readUbl({
    ...PLAIN,
    more: [
      group(
        'cac:PaymentMeans',
        leaf('cbc:PaymentMeansCode', '58'),
        leaf('cbc:PaymentID', 'RE-1'),
        group(
          'cac:PayeeFinancialAccount',
          leaf('cbc:ID', 'DE75 5121 0800 1245 1261 99'),
          leaf('cbc:Name', 'Nordlicht'),
          group('cac:FinancialInstitutionBranch', leaf('cbc:ID', 'SOGEDEFF')),
        ),
      ),
      group('cac:PaymentMeans', group('cac:PayeeFinancialAccount', leaf('cbc:ID', 'DE75512108001245126190'))),
      group(
        'cac:PaymentTerms',
        leaf(
          'cbc:Note',
          '#SKONTO#TAGE=14#PROZENT=2.00#\n#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=50.00#\n#SKONTO#TAGE=3#PROZENT=4.00#BASISBETRAG=900.00#\nDanke\n',
        ),
      ),
    ].filter((each) => each !== null),
  });
  assert.deepEqual(document.payment.discounts, [
    { days: 14, percent: '2.00', base: null },
    { days: 7, percent: '3.00', base: '50.00' },
    { days: 3, percent: '4.00', base: '900.00' },
  ]);
  assert.deepEqual(
    document.payment.accounts.map(({ iban, other, bic, holder }) => [iban, other, bic, holder]),
    [
      ['DE75512108001245126199', null, 'SOGEDEFF', 'Nordlicht'],
      [null, 'DE75512108001245126190', null, null],
    ],
  );
  assert.deepEqual([document.payment.directDebit, rules(reading)], [null, ['en_discount_base', 'en_iban']]);
});
