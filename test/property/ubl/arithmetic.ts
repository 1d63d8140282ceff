// What EN 16931 computes, computed once more with whole numbers from the texts of the document.
import assert from 'node:assert/strict';
import { all, type Element, one, textOf } from './reading.ts';

/** Enough places for any product here: six of a price, six of a quantity. */
const PLACES = 12;
const UNIT = 10n ** BigInt(PLACES);

const scaled = (text: string): bigint => {
  assert.match(text, /^-?\d+(?:\.\d{1,12})?$/, text);
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
};

/** Half up to two decimals, of what is at least zero. */
const cents = (value: bigint, scale: bigint): bigint => {
  const unit = scale / 100n;
  return ((value + unit / 2n) / unit) * (UNIT / 100n);
};

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

const amount = (element: Element, path: string): bigint => scaled(textOf(element, path));

interface Row {
  readonly category: string;
  readonly percent: string;
  readonly base: bigint;
  readonly tax: bigint;
  readonly reason: boolean;
}

const rowOf = (row: Element): Row => ({
  category: textOf(row, 'cac:TaxCategory/cbc:ID'),
  percent: all(row, 'cac:TaxCategory/cbc:Percent')[0]?.text ?? '0',
  base: amount(row, 'cbc:TaxableAmount'),
  tax: amount(row, 'cbc:TaxAmount'),
  reason: all(row, 'cac:TaxCategory/cbc:TaxExemptionReason').length === 1,
});

const categoryOf = (line: Element): string => {
  const percent = all(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent')[0]?.text;
  const id = textOf(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID');
  assert.equal(percent === undefined, id === 'O', 'only O has no rate');
  return `${id} ${percent ?? '0'}`;
};

const checkAmountTexts = (element: Element, digits: number): void => {
  // By how much a line was rounded is less than the currency's smallest unit.
  if (element.name === 'cac:AllowanceCharge') return;
  if (element.attributes['currencyID'] !== undefined && element.name !== 'cbc:PriceAmount') {
    const decimals = element.text.split('.')[1]?.length ?? 0;
    assert.equal(decimals, digits, `${element.name} ${element.text}`);
  }
  for (const child of element.children) checkAmountTexts(child, digits);
};

const checkLines = (lines: readonly Element[], round: (value: bigint) => bigint): void => {
  lines.forEach((line, index) => {
    assert.equal(textOf(line, 'cbc:ID'), String(index + 1));
    const product = amount(line, 'cbc:InvoicedQuantity') * amount(line, 'cac:Price/cbc:PriceAmount');
    assert.equal(amount(line, 'cbc:LineExtensionAmount'), round(product), 'the product, rounded');
    const [charge] = all(line, 'cac:AllowanceCharge');
    const sign = charge === undefined || textOf(charge, 'cbc:ChargeIndicator') === 'true' ? 1n : -1n;
    const rounding = charge === undefined ? 0n : sign * amount(charge, 'cbc:Amount');
    const off = amount(line, 'cbc:LineExtensionAmount') - rounding - product / UNIT;
    assert.ok((off < 0n ? -off : off) <= UNIT / 50n, `R120: off by ${off}`);
  });
};

const checkRows = (
  rows: readonly Row[],
  lines: readonly Element[],
  round: (value: bigint) => bigint,
): void => {
  const keys = rows.map(({ category, percent }) => `${category} ${percent}`);
  assert.equal(new Set(keys).size, keys.length, 'a row for each category and rate');
  assert.deepEqual(new Set(keys), new Set(lines.map(categoryOf)));
  for (const { category, percent, base, tax, reason } of rows) {
    const own = lines.filter((line) => categoryOf(line) === `${category} ${percent}`);
    assert.equal(base, sum(own.map((line) => amount(line, 'cbc:LineExtensionAmount'))), 'BR-S-08');
    // A percent is a hundredth, so the product has two places more.
    assert.equal(tax, round((base * scaled(percent)) / 100n), 'BR-CO-17, and exactly');
    assert.equal(category === 'S', scaled(percent) > 0n, 'BR-S-05');
    assert.equal(reason, !['S', 'Z'].includes(category), 'BR-S-10');
  }
};

/** `digits`: the decimals of the currency. */
export const checkArithmetic = (invoice: Element, digits: number): void => {
  const currency = textOf(invoice, 'cbc:DocumentCurrencyCode');
  const product = (value: bigint): bigint => {
    const unit = (UNIT * UNIT) / 10n ** BigInt(digits);
    return ((value + unit / 2n) / unit) * (UNIT / 10n ** BigInt(digits));
  };
  const lines = all(invoice, 'cac:InvoiceLine');
  checkLines(lines, product);
  const [total, accounting] = all(invoice, 'cac:TaxTotal');
  assert.ok(total !== undefined);
  const rows = all(total, 'cac:TaxSubtotal').map(rowOf);
  checkRows(rows, lines, product);
  const totals = one(invoice, 'cac:LegalMonetaryTotal');
  const net = amount(totals, 'cbc:LineExtensionAmount');
  const tax = amount(total, 'cbc:TaxAmount');
  assert.equal(net, sum(lines.map((line) => amount(line, 'cbc:LineExtensionAmount'))), 'BR-CO-10');
  assert.equal(amount(totals, 'cbc:TaxExclusiveAmount'), net, 'BR-CO-13');
  assert.equal(tax, sum(rows.map((row) => row.tax)), 'BR-CO-14');
  assert.equal(amount(totals, 'cbc:TaxInclusiveAmount'), net + tax, 'BR-CO-15');
  assert.equal(amount(totals, 'cbc:PayableAmount'), net + tax, 'BR-CO-16');
  for (const each of [total, totals, ...lines]) checkAmountTexts(each, digits);
  checkCurrencies(invoice, currency, accounting);
};

const checkCurrencies = (invoice: Element, currency: string, accounting: Element | undefined): void => {
  const home = all(invoice, 'cbc:TaxCurrencyCode')[0]?.text;
  assert.equal(home === undefined, accounting === undefined, 'R054');
  assert.notEqual(home, currency, 'R005');
  const walk = (element: Element): void => {
    if (element === accounting) return;
    const own = element.attributes['currencyID'];
    if (own !== undefined) assert.equal(own, currency, 'R051');
    element.children.forEach(walk);
  };
  walk(invoice);
  if (accounting === undefined) return;
  const amountAtHome = one(accounting, 'cbc:TaxAmount');
  assert.equal(accounting.children.length, 1);
  assert.equal(amountAtHome.attributes['currencyID'], home, 'BR-53');
  assert.ok(scaled(amountAtHome.text) >= 0n, 'R055');
};

/** The tax in the home currency is the tax times the rate. */
export const checkHomeTax = (invoice: Element, rate: string): void => {
  const [total, accounting] = all(invoice, 'cac:TaxTotal');
  if (total === undefined || accounting === undefined) return;
  const product = amount(total, 'cbc:TaxAmount') * scaled(rate);
  assert.equal(amount(accounting, 'cbc:TaxAmount'), cents(product, UNIT * UNIT));
};
