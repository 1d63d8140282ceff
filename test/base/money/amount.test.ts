import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { CURRENCIES } from '../../../generated/currencies.ts';
import {
  add,
  amount,
  amountText,
  compare,
  convert,
  fitsAmount,
  minorToWire,
  parseAmount,
  roundToCurrency,
  subtract,
  sum,
  toDecimal,
  toWire,
  zero,
} from '../../../src/base/money/amount.ts';
import { requireCurrency } from '../../../src/base/money/currency.ts';
import { decimal, toText } from '../../../src/base/money/decimal.ts';
import { collecting, raised } from '../../support/collecting.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

test('an amount is minor units of its currency', () => {
  assert.deepEqual(roundToCurrency(decimal('12.345'), 'MXN'), { minor: 1235, currency: 'MXN' });
  assert.deepEqual(roundToCurrency(decimal('12.5'), 'JPY'), { minor: 13, currency: 'JPY' });
  assert.deepEqual(roundToCurrency(decimal('1.2345'), 'BHD'), { minor: 1235, currency: 'BHD' });
  assert.equal(amountText(parseAmount('12.30', 'EUR')), '12.3');
  assert.equal(toText(toDecimal(amount(5, 'BHD'))), '0.005');
  assert.throws(() => parseAmount('0.001', 'EUR'), /more decimals/);
  assert.throws(() => amount(1.5, 'EUR'), /minor units/);
});

test('amounts of one currency are added, of two never', () => {
  assert.equal(add(amount(10, 'EUR'), amount(20, 'EUR')).minor, 30);
  assert.equal(subtract(amount(10, 'EUR'), amount(20, 'EUR')).minor, -10);
  assert.equal(sum('JPY', [amount(1, 'JPY'), amount(2, 'JPY')]).minor, 3);
  assert.equal(sum('JPY', []).minor, 0);
  assert.ok(compare(amount(1, 'EUR'), zero('EUR')) > 0);
  assert.throws(() => add(amount(10, 'EUR'), amount(20, 'MXN')), /different currencies/);
  assert.throws(() => compare(amount(10, 'EUR'), amount(10, 'MXN')), /different currencies/);
  assert.throws(() => sum('EUR', [amount(1, 'MXN')]), /different currencies/);
});

test('the largest amount has fifteen digits and is exact as a JSON number', () => {
  assert.equal(toWire(parseAmount('9999999999999.99', 'MXN')), 9999999999999.99);
  assert.ok(fitsAmount(decimal('9999999999999.99'), 'MXN'));
  assert.ok(fitsAmount(decimal('9999999999999.994'), 'MXN'));
  assert.ok(!fitsAmount(decimal('9999999999999.995'), 'MXN'));
  assert.ok(!fitsAmount(decimal('10000000000000'), 'JPY'));
  assert.ok(fitsAmount(decimal('999999999999.999'), 'BHD'));
  assert.ok(!fitsAmount(decimal('1000000000000'), 'BHD'));
});

test('conversion rounds half up to the digits of the other currency', () => {
  assert.deepEqual(convert(amount(10_050, 'USD'), decimal('18.2915'), 'MXN'), {
    minor: 183_830,
    currency: 'MXN',
  });
  assert.deepEqual(convert(amount(10_000, 'MXN'), decimal('8.707540'), 'JPY'), {
    minor: 871,
    currency: 'JPY',
  });
});

test('stored minor units and amounts reach the wire as the same number, for every currency', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(CURRENCIES)),
      fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
      (currency, minor) => {
        const exact = amount(minor, currency);
        const wire = minorToWire(minor, currency);
        assert.equal(wire, toWire(exact));
        assert.equal(roundToCurrency(decimal(wire.toString()), currency).minor, minor);
      },
    ),
    { seed: SEED, numRuns: dose(100) },
  );
});

test('a currency that ISO 4217 does not have is refused by name', () => {
  assert.equal(requireCurrency(collecting(), 'EUR', 'currency'), 'EUR');
  const hint = 'Did you mean EUR? Codes have three capital letters.';
  for (const [code, own] of [
    ['EUX', { hint }],
    ['toString', {}],
    ['__proto__', {}],
  ] as const) {
    assert.deepEqual(
      raised(() => requireCurrency(collecting(), code, 'currency')),
      {
        code: 'currency_unknown',
        details: { path: 'currency', received: code, ...own },
      },
    );
  }
});
