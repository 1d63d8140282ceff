// Random invoices, checked against the rule books with integers of our own: nothing here uses the money module.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { InvoicePlan } from '../../src/domain/documents/invoices/plan.ts';
import { DE_SELLER, isReady, plan, type Planning } from '../domain/invoices/facts.ts';
import { dose, seedOf } from '../support/dose.ts';

const RUNS = { seed: seedOf(import.meta.filename), numRuns: dose(80) };

/** Decimal text as an integer with this many places. */
const scaled = (text: string, places: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  assert.ok(fraction.length <= places, `${text} has more than ${places} decimals`);
  return BigInt(whole + fraction.padEnd(places, '0'));
};

const power = (places: number): bigint => 10n ** BigInt(places);
/** Half up; all values here are positive. */
const rounded = (value: bigint, from: number, to: number): bigint => {
  const unit = power(from - to);
  return (value + unit / 2n) / unit;
};
const floor = (value: bigint, from: number, to: number): bigint => value / power(from - to);
const ceiling = (value: bigint, from: number, to: number): bigint =>
  (value + power(from - to) - 1n) / power(from - to);
const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Half a unit of the last written decimal, at 13 places; and what the SAT takes off it for the upper limit. */
const half = (text: string): bigint => 5n * power(12 - decimalsIn(text));
const EDGE = 10n;

/** SAT: a product lies between the products of its factors' limits, both cut to the decimals it is written with. */
const satLimits = (product: string, left: string, right: string): void => {
  const places = decimalsIn(product);
  const [l, r] = [scaled(left, 13), scaled(right, 13)];
  const low = floor((l - half(left)) * (r - half(right)), 26, places);
  const high = ceiling((l + half(left) - EDGE) * (r + half(right) - EDGE), 26, places);
  const value = scaled(product, places);
  assert.ok(low <= value && value <= high, `${product} is outside ${left} x ${right}`);
};

/** CFDI40180: the same, but the rate is exact. */
const satTaxLimits = (tax: string, base: string): void => {
  const places = decimalsIn(tax);
  const b = scaled(base, 13);
  const low = floor((b - half(base)) * 16n, 15, places);
  const high = ceiling((b + half(base) - EDGE) * 16n, 15, places);
  const value = scaled(tax, places);
  assert.ok(low <= value && value <= high, `${tax} is outside 16 % of ${base}`);
};

const checkMexico = ({ header, lines }: InvoicePlan, digits: number): void => {
  for (const line of lines) {
    satLimits(line.subtotal, line.quantity, line.unit_price);
    if (line.country_details['tax_object'] === '02') satTaxLimits(line.tax_amount, line.subtotal);
    else assert.equal(line.tax_amount, '0');
  }
  const taxed = lines.filter((line) => line.country_details['tax_object'] === '02');
  const subtotal = rounded(sum(lines.map((line) => scaled(line.subtotal, 6))), 6, digits);
  const base = rounded(sum(taxed.map((line) => scaled(line.subtotal, 6))), 6, digits);
  const tax = rounded(sum(taxed.map((line) => scaled(line.tax_amount, 6))), 6, digits);
  assert.deepEqual(
    header.tax_breakdown.map((row) => [scaled(row.base, digits), scaled(row.amount, digits)]),
    taxed.length === 0 ? [] : [[base, tax]],
  );
  assert.equal(BigInt(header.subtotal_minor), subtotal);
  assert.equal(BigInt(header.tax_minor), tax);
  assert.equal(BigInt(header.total_minor), subtotal + tax);
};

const checkGermany = ({ header, lines }: InvoicePlan, digits: number): void => {
  for (const line of lines) {
    const exact = scaled(line.quantity, 6) * scaled(line.unit_price, 6);
    assert.equal(scaled(line.subtotal, digits), rounded(exact, 12, digits));
  }
  const bases = new Map<string, bigint>();
  for (const line of lines) {
    const key = `${String(line.country_details['tax_category'])} ${line.tax_rate}`;
    bases.set(key, (bases.get(key) ?? 0n) + scaled(line.subtotal, digits));
  }
  const rows = [...bases].map(([key, base]) => [
    key,
    base,
    rounded(base * BigInt(key.split(' ')[1] ?? '0'), 2, 0),
  ]);
  assert.deepEqual(
    header.tax_breakdown.map((row) => [
      `${row.category} ${row.rate}`,
      scaled(row.base, digits),
      scaled(row.amount, digits),
    ]),
    rows,
  );
  const subtotal = sum([...bases.values()]);
  const tax = sum(header.tax_breakdown.map((row) => scaled(row.amount, digits)));
  assert.equal(BigInt(header.subtotal_minor), subtotal);
  assert.equal(BigInt(header.tax_minor), tax);
  assert.equal(BigInt(header.total_minor), subtotal + tax);
};

/** Up to six decimals, as a caller would write them. */
const number = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(
      ([whole, fraction, places]) =>
        Number(`${whole}.${String(fraction).padStart(6, '0').slice(0, places)}`) || 1,
    );

const lines = (details: fc.Arbitrary<object>) =>
  fc.array(fc.record({ quantity: number(500), unit_price: number(50_000), country_details: details }), {
    minLength: 1,
    maxLength: 60,
  });

const DIGITS: ReadonlyMap<string, number> = new Map([
  ['MXN', 2],
  ['USD', 2],
  ['EUR', 2],
  ['JPY', 0],
]);
const currency = fc.constantFrom(...DIGITS.keys());

test('random Mexican invoices pass the arithmetic of the SAT and the service’s own rules', () => {
  const objects = fc.constantFrom({}, {}, {}, { tax_object: '01' }, { tax_object: '04' });
  fc.assert(
    fc.property(lines(objects), currency, (given, code) => {
      const planning: Planning = { lines: given, currency: code };
      checkMexico(plan(planning), DIGITS.get(code) ?? 2);
      assert.ok(isReady(planning));
    }),
    RUNS,
  );
});

test('random German invoices pass the arithmetic of EN 16931 and the service’s own rules', () => {
  const rates = fc.constantFrom(
    {},
    {},
    { tax_rate: 7 },
    { tax_rate: 0 },
    { exemption_code: 'AE' },
    { exemption_code: 'VATEX-EU-132' },
  );
  fc.assert(
    fc.property(lines(rates), currency, (given, code) => {
      const planning: Planning = { seller: DE_SELLER, lines: given, currency: code };
      checkGermany(plan(planning), DIGITS.get(code) ?? 2);
      assert.ok(isReady(planning));
    }),
    RUNS,
  );
});
