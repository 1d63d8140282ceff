// Minor units as text, and sums that are larger than a number holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { minorText, sumToWire } from '../../../src/base/money/amount.ts';

test('minor units as text with exactly the digits of the currency', () => {
  const texts = [
    [0, 'MXN', '0.00'],
    [5, 'MXN', '0.05'],
    [-5, 'MXN', '-0.05'],
    [116_000, 'MXN', '1160.00'],
    [-116_001, 'EUR', '-1160.01'],
    [1_600, 'JPY', '1600'],
    [-7, 'JPY', '-7'],
    [7, 'KWD', '0.007'],
    [12_345, 'KWD', '12.345'],
    [123_456_789_012_345_678_901n, 'MXN', '1234567890123456789.01'],
  ] as const;
  for (const [minor, currency, text] of texts) assert.equal(minorText(minor, currency), text);
});

test('sums as JSON numbers', () => {
  assert.equal(sumToWire(0n, 'MXN'), 0);
  assert.equal(sumToWire(-10n, 'MXN'), -0.1);
  assert.equal(sumToWire(30n, 'EUR'), 0.3);
  assert.equal(sumToWire(99_999_999_999_999_950n, 'MXN'), 999_999_999_999_999.5);
});
