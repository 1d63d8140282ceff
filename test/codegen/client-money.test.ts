// The money helpers of the generated client.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { digitsOf, fromMinor, sumMoney, toMinor } from '../../generated/client/money.ts';
import { CURRENCIES } from '../../generated/currencies.ts';
import { packageRoot } from '../../src/base/package-root.ts';

test('sums are exact where those of numbers are not', () => {
  const amounts = [2467.53, 2467.53, 2467.54];
  assert.equal(sumMoney(amounts, 'MXN'), '7402.60');
  assert.equal(sumMoney([0.1, 0.2], 'EUR'), '0.30');
  assert.equal(sumMoney(Array(1000).fill(0.07), 'EUR'), '70.00');
  assert.equal(sumMoney([], 'EUR'), '0.00');
  assert.equal(sumMoney([5, '-5.01'], 'EUR'), '-0.01');
  assert.equal(sumMoney(['9999999999999.99', 9999999999999.99], 'USD'), '19999999999999.98');
});

test('every currency has the decimals of the spec', () => {
  for (const [code, { digits }] of Object.entries(CURRENCIES)) {
    assert.equal(digitsOf(code), digits, code);
    for (const minor of [0n, 1n, -1n, 10n ** BigInt(digits), 1234567890123n])
      assert.equal(toMinor(fromMinor(minor, code), code), minor, code);
  }
  assert.deepEqual(
    [fromMinor(5n, 'KWD'), fromMinor(-1250n, 'JPY'), toMinor('1.5', 'BHD'), toMinor(100, 'CLP')],
    ['0.005', '-1250', 1500n, 100n],
  );
});

test('what is no amount of the currency is refused', () => {
  for (const [amount, currency] of [
    [0.1 + 0.2, 'EUR'],
    ['1,50', 'EUR'],
    ['', 'EUR'],
    [Number.NaN, 'EUR'],
    [1e21, 'EUR'],
    ['1e2', 'EUR'],
    [1.5, 'JPY'],
    [1, 'euro'],
    [1, ' JPY'],
  ] as const)
    assert.throws(() => toMinor(amount, currency), RangeError, String(amount));
});

test('the package stays small', () => {
  const text = readFileSync(join(packageRoot(), 'generated', 'client', 'money.ts'), 'utf8');
  assert.ok(text.length < 2500, `${text.length} characters`);
});
