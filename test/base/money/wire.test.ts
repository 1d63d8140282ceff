import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { toText } from '../../../src/base/money/decimal.ts';
import { readAmount, readDecimal } from '../../../src/base/money/wire.ts';
import { collecting, raised } from '../../support/collecting.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const read = (value: number, decimals: number): string =>
  toText(readDecimal(collecting(), 'x', value, decimals));

test('the noise of binary arithmetic is taken off', () => {
  assert.equal(read(0.1 + 0.2, 2), '0.3');
  assert.equal(read(1.1 * 3, 2), '3.3');
  assert.equal(read(4.35 * 100, 0), '435');
  assert.equal(read(0.1234560000001, 6), '0.123456');
});

test('a real digit too many is refused, naming the parameter and what is allowed', () => {
  assert.deepEqual(
    raised(() => readDecimal(collecting(), 'line_items[2].unit_price', 1.2345678, 6)),
    {
      code: 'too_many_decimals',
      details: {
        path: 'line_items[2].unit_price',
        received: '1.2345678',
        allowed_decimals: 6,
        hint: 'Round unit_price yourself, as to 1.234568, then call again.',
      },
    },
  );
  assert.equal(raised(() => readDecimal(collecting(), 'amount', 10.001, 2)).code, 'too_many_decimals');
});

test('an amount has the digits of its currency', () => {
  assert.deepEqual(readAmount(collecting(), 'amount', 10.01, 'EUR'), { minor: 1001, currency: 'EUR' });
  assert.deepEqual(readAmount(collecting(), 'amount', 10.001, 'BHD'), { minor: 10_001, currency: 'BHD' });
  assert.deepEqual(
    raised(() => readAmount(collecting(), 'amount', 10.5, 'JPY')),
    {
      code: 'too_many_decimals',
      details: {
        path: 'amount',
        received: '10.5',
        allowed_decimals: 0,
        hint: 'Round amount yourself, as to 11, then call again.',
      },
    },
  );
  assert.deepEqual(
    raised(() => readAmount(collecting(), 'amount', 1e13, 'EUR')),
    {
      code: 'amount_too_large',
      details: { path: 'amount', received: '10000000000000' },
    },
  );
});

test('what a caller computed from cents is read as these cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 9 }), (cents, parts) => {
      // Such as a share added up again: exact in decimals, noisy in floats.
      const noisy = Array.from({ length: parts }, () => cents / 100).reduce(
        (total, value) => total + value,
        0,
      );
      assert.equal(readAmount(collecting(), 'amount', noisy, 'MXN').minor, cents * parts);
    }),
    { seed: SEED, numRuns: dose(100) },
  );
});
