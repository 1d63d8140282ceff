// How much of a balance a payment settles, in one currency and across two.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import fc from 'fast-check';

import { amount, parseAmount, toDecimal, toWire } from '../../../src/base/money/amount.ts';
import { decimal } from '../../../src/base/money/decimal.ts';
import { computeSettlement, type Settlement } from '../../../src/domain/documents/payments/amounts.ts';
import { collecting, raised } from '../../support/collecting.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const settle = (
  balance: readonly [string, string],
  given: number | undefined,
  currency: string,
  rate: string | null,
): Settlement =>
  computeSettlement(collecting(), {
    given,
    currency,
    rate: rate === null ? null : decimal(rate),
    balance: parseAmount(...balance),
  });

describe('in one currency', () => {
  test('the balance, or the part that is given', () => {
    assert.deepEqual(settle(['10.50', 'MXN'], undefined, 'MXN', null).paid, amount(1050, 'MXN'));
    assert.deepEqual(settle(['10.50', 'MXN'], 0.1 + 0.2, 'MXN', null).allocated, amount(30, 'MXN'));
    assert.deepEqual(settle(['10.50', 'MXN'], 10.5, 'MXN', null).paid, amount(1050, 'MXN'));
  });

  test('a unit more is refused with the balance named', () => {
    assert.deepEqual(
      raised(() => settle(['10.50', 'MXN'], 10.51, 'MXN', null)),
      {
        code: 'payment_exceeds_balance',
        details: { path: 'amount', received: 10.51, balance_due: 10.5, currency: 'MXN' },
      },
    );
  });

  test('what is only noise is nothing', () => {
    const error = raised(() => settle(['10.50', 'MXN'], 1e-10, 'MXN', null));
    assert.equal(error.code, 'payment_too_small');
  });
});

describe('across currencies', () => {
  test('the balance in the other currency, at least its smallest unit', () => {
    assert.equal(settle(['100.00', 'MXN'], undefined, 'USD', '17.9').paid.minor, 559);
    const { paid, allocated } = settle(['0.01', 'MXN'], undefined, 'USD', '17.9');
    assert.deepEqual([paid.minor, allocated.minor], [1, 1]);
  });

  test('rounding up settles the balance, a unit more is refused with the balance named', () => {
    // 100 / 17.96 = 5.5679…: half up 5.57, and 5.57 is also what is rounded up.
    assert.equal(settle(['100.00', 'MXN'], 5.57, 'USD', '17.96').allocated.minor, 10_000);
    // 100 / 17.98 = 5.5617…: half up 5.56, rounded up 5.57.
    assert.equal(settle(['100.00', 'MXN'], 5.56, 'USD', '17.98').allocated.minor, 10_000);
    assert.equal(settle(['100.00', 'MXN'], 5.57, 'USD', '17.98').allocated.minor, 10_000);
    assert.deepEqual(
      raised(() => settle(['100.00', 'MXN'], 5.58, 'USD', '17.98')),
      {
        code: 'payment_exceeds_balance',
        details: { path: 'amount', received: 5.58, balance_due: 5.56, currency: 'USD' },
      },
    );
  });

  test('a balance that the other currency cannot hold', () => {
    const error = raised(() => settle(['9999999999999.99', 'MXN'], undefined, 'KWD', '0.000001'));
    assert.equal(error.code, 'amount_too_large');
  });

  test('never more than the balance, and all of it when no amount is given', () => {
    const rate = fc.integer({ min: 1, max: 50_000_000 }).map((n) => `${n}e-6`);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        rate,
        fc.constantFrom('USD', 'JPY', 'KWD'),
        fc.integer({ min: 1, max: 1_000_000 }),
        (minor, text, currency, part) => {
          const balance = amount(minor, 'MXN');
          const ask = (given: number | undefined): Settlement =>
            computeSettlement(collecting(), { given, currency, rate: decimal(text), balance });
          const whole = ask(undefined);
          assert.deepEqual(whole.allocated, balance);
          assert.deepEqual(ask(toWire(whole.paid)), whole);
          const some = amount(Math.max(1, Math.floor((whole.paid.minor * part) / 1_000_000)), currency);
          let settled: Settlement;
          try {
            settled = ask(toWire(some));
          } catch {
            return;
          }
          assert.deepEqual(settled.paid, some);
          assert.ok(settled.allocated.minor > 0 && settled.allocated.minor <= balance.minor);
          const exact = toDecimal(some).times(decimal(text));
          const off = toDecimal(settled.allocated).minus(exact).abs();
          // Half a cent of rounding, or one unit of the payment where that settles the balance.
          assert.ok(off.lte('0.005') || settled.allocated.minor === balance.minor);
        },
      ),
      { seed: SEED, numRuns: dose(100) },
    );
  });
});
