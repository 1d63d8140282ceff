import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  decimal,
  decimalOfInteger,
  decimalOfNumber,
  decimalsOf,
  roundHalfUp,
  roundUp,
  sumOf,
  toFixed,
  toNumber,
  toText,
  truncate,
} from '../../../src/base/money/decimal.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

test('a decimal is the text of the JSON number, also in exponent form', () => {
  assert.equal(toText(decimalOfNumber(19.99)), '19.99');
  assert.equal(toText(decimalOfNumber(1e-7)), '0.0000001');
  assert.equal(toText(decimalOfNumber(1e21)), '1000000000000000000000');
  assert.equal(toText(decimalOfNumber(-0)), '0');
});

test('a sum that floats get wrong is exact', () => {
  assert.equal(toText(decimal('0.1').plus(decimal('0.2'))), '0.3');
  assert.equal(toText(sumOf(Array.from({ length: 1000 }, () => decimal('0.000001')))), '0.001');
});

test('a float does not enter the arithmetic unseen', () => {
  // @ts-expect-error a number is not exact text
  assert.throws(() => decimal(0.1));
  assert.throws(() => decimal('1').plus(0.1), /Invalid value/);
  assert.throws(() => decimalOfInteger(0.5));
  assert.throws(() => decimalOfInteger(2 ** 53));
  assert.throws(() => decimalOfNumber(Number.NaN));
});

test('halves are rounded away from zero', () => {
  assert.equal(toText(roundHalfUp(decimal('2.345'), 2)), '2.35');
  assert.equal(toText(roundHalfUp(decimal('-2.345'), 2)), '-2.35');
  assert.equal(toText(roundHalfUp(decimal('1.005'), 2)), '1.01');
  assert.equal(toText(truncate(decimal('2.349'), 2)), '2.34');
  assert.equal(toText(roundUp(decimal('2.341'), 2)), '2.35');
  assert.equal(toFixed(decimal('2.5'), 6), '2.500000');
});

test('the number of decimals does not count trailing zeros', () => {
  assert.deepEqual(
    ['1', '1.50', '0.000001'].map((text) => decimalsOf(decimal(text))),
    [0, 1, 6],
  );
});

test('every number of JSON comes back as itself', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      assert.equal(toNumber(decimalOfNumber(value)), Object.is(value, -0) ? 0 : value);
    }),
    { seed: SEED, numRuns: dose(100) },
  );
});
