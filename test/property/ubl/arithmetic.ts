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

const lineElements = (invoice: Element): readonly Element[] => [
  ...all(invoice, 'cac:InvoiceLine'),
  ...all(invoice, 'cac:CreditNoteLine'),
];

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** What an allowance takes off, or a charge adds. */
const signedAmount = (charge: Element): bigint =>
  (textOf(charge, 'cbc:ChargeIndicator') === 'true' ? 1n : -1n) * amount(charge, 'cbc:Amount');

/** A percentage stands beside its base alone, and the amount follows from both, to two cents. */
const checkPercent = (charge: Element): void => {
  const [percent] = all(charge, 'cbc:MultiplierFactorNumeric');
  const [base] = all(charge, 'cbc:BaseAmount');
  assert.equal(percent === undefined, base === undefined, 'R041, R042');
  assert.ok(amount(charge, 'cbc:Amount') >= 0n);
  if (percent === undefined || base === undefined) return;
  const wanted = (scaled(base.text) * scaled(percent.text)) / UNIT / 100n;
  assert.ok(absolute(amount(charge, 'cbc:Amount') - wanted) <= UNIT / 50n, 'R040');
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

/** Half up, of a percentage of what is a multiple of the smallest unit. */
const share = (base: bigint, percent: string, round: (value: bigint) => bigint): bigint =>
  round((base * scaled(percent)) / 100n);

type GivenDiscount =
  | { readonly percent?: number | undefined; readonly amount?: number | undefined }
  | undefined;

const discountOf = (given: GivenDiscount, base: bigint, round: (value: bigint) => bigint): bigint => {
  if (given?.percent !== undefined) return share(base, String(given.percent), round);
  return given?.amount === undefined ? 0n : round(scaled(String(given.amount)) * UNIT);
};

const checkLines = (
  lines: readonly Element[],
  given: readonly { readonly discount?: GivenDiscount }[],
  round: (value: bigint) => bigint,
): void => {
  assert.equal(lines.length, given.length);
  lines.forEach((line, index) => {
    assert.equal(textOf(line, 'cbc:ID'), String(index + 1));
    const [quantity] = [...all(line, 'cbc:InvoicedQuantity'), ...all(line, 'cbc:CreditedQuantity')];
    const product = scaled(quantity?.text ?? '') * amount(line, 'cac:Price/cbc:PriceAmount');
    const gross = round(product);
    const net = gross - discountOf(given[index]?.discount, gross, round);
    assert.equal(amount(line, 'cbc:LineExtensionAmount'), net, 'the product, rounded, less the discount');
    const charges = all(line, 'cac:AllowanceCharge');
    charges.forEach(checkPercent);
    const off = net - sum(charges.map(signedAmount)) - product / UNIT;
    assert.ok(absolute(off) <= UNIT / 50n, `R120: off by ${off}`);
  });
};

/** The sum of each allowance and charge over all categories is what was given. */
const checkAllowances = (
  charges: readonly Element[],
  whole: bigint,
  { allowances = [], charges: givenCharges = [] }: GivenAllowances,
  round: (value: bigint) => bigint,
): void => {
  charges.forEach(checkPercent);
  for (const charge of charges) {
    assert.match(textOf(charge, 'cbc:AllowanceChargeReasonCode'), /^(?:95|FC|PC|SH|DL|ADR)$/);
    assert.notEqual(amount(charge, 'cbc:Amount'), 0n);
  }
  const total = (isCharge: boolean): bigint =>
    sum(
      charges
        .filter((charge) => textOf(charge, 'cbc:ChargeIndicator') === String(isCharge))
        .map((charge) => amount(charge, 'cbc:Amount')),
    );
  const wanted = (given: readonly GivenDiscount[]): bigint =>
    sum(given.map((each) => discountOf(each, whole, round)));
  assert.equal(total(false), wanted(allowances), 'the allowances, to the cent');
  assert.equal(total(true), wanted(givenCharges), 'the charges, to the cent');
};

interface GivenAllowances {
  readonly allowances?: readonly GivenDiscount[] | undefined;
  readonly charges?: readonly GivenDiscount[] | undefined;
}

const chargeCategory = (charge: Element): string =>
  `${textOf(charge, 'cac:TaxCategory/cbc:ID')} ${all(charge, 'cac:TaxCategory/cbc:Percent')[0]?.text ?? '0'}`;

const checkRows = (
  rows: readonly Row[],
  lines: readonly Element[],
  charges: readonly Element[],
  round: (value: bigint) => bigint,
): void => {
  const keys = rows.map(({ category, percent }) => `${category} ${percent}`);
  assert.equal(new Set(keys).size, keys.length, 'a row for each category and rate');
  assert.deepEqual(new Set(keys), new Set(lines.map(categoryOf)));
  for (const { category, percent, base, tax, reason } of rows) {
    const key = `${category} ${percent}`;
    const own = lines.filter((line) => categoryOf(line) === key);
    const spread = charges.filter((charge) => chargeCategory(charge) === key).map(signedAmount);
    const wanted = [...own.map((line) => amount(line, 'cbc:LineExtensionAmount')), ...spread];
    assert.equal(base, sum(wanted), 'BR-S-08');
    assert.ok(base >= 0n, 'an allowance takes no more than there is');
    // A percent is a hundredth, so the product has two places more.
    assert.equal(tax, round((base * scaled(percent)) / 100n), 'BR-CO-17, and exactly');
    assert.equal(category === 'S', scaled(percent) > 0n, 'BR-S-05');
    assert.equal(reason, !['S', 'Z'].includes(category), 'BR-S-10');
  }
};

interface GivenSums extends GivenAllowances {
  readonly prepaid_amount?: number | undefined;
  readonly lines: readonly { readonly discount?: GivenDiscount }[];
}

/** `digits`: the decimals of the currency. */
export const checkArithmetic = (invoice: Element, digits: number, given: GivenSums): void => {
  const currency = textOf(invoice, 'cbc:DocumentCurrencyCode');
  const product = (value: bigint): bigint => {
    const unit = (UNIT * UNIT) / 10n ** BigInt(digits);
    return ((value + unit / 2n) / unit) * (UNIT / 10n ** BigInt(digits));
  };
  const lines = lineElements(invoice);
  checkLines(lines, given.lines, product);
  const charges = all(invoice, 'cac:AllowanceCharge');
  const [total, accounting] = all(invoice, 'cac:TaxTotal');
  assert.ok(total !== undefined);
  const rows = all(total, 'cac:TaxSubtotal').map(rowOf);
  checkRows(rows, lines, charges, product);
  const totals = one(invoice, 'cac:LegalMonetaryTotal');
  const net = amount(totals, 'cbc:LineExtensionAmount');
  const tax = amount(total, 'cbc:TaxAmount');
  const optional = (path: string): bigint => scaled(all(totals, path)[0]?.text ?? '0');
  assert.equal(net, sum(lines.map((line) => amount(line, 'cbc:LineExtensionAmount'))), 'BR-CO-10');
  checkAllowances(charges, net, given, product);
  const [off, added] = [optional('cbc:AllowanceTotalAmount'), optional('cbc:ChargeTotalAmount')];
  assert.equal(added - off, sum(charges.map(signedAmount)), 'BR-CO-11, BR-CO-12');
  const exclusive = net - off + added;
  assert.equal(amount(totals, 'cbc:TaxExclusiveAmount'), exclusive, 'BR-CO-13');
  assert.equal(tax, sum(rows.map((row) => row.tax)), 'BR-CO-14');
  assert.equal(amount(totals, 'cbc:TaxInclusiveAmount'), exclusive + tax, 'BR-CO-15');
  const prepaid = scaled(String(given.prepaid_amount ?? 0));
  assert.equal(optional('cbc:PrepaidAmount'), prepaid);
  assert.equal(amount(totals, 'cbc:PayableAmount'), exclusive + tax - prepaid, 'BR-CO-16');
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
