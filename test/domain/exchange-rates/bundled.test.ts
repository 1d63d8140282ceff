import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledRates } from '../../../src/domain/money/exchange-rates/bundled.ts';
import { BUNDLED_DAYS } from '../../../src/domain/money/exchange-rates/bundled-rates.ts';
import { decimalsOf, toText } from '../../../src/base/money/decimal.ts';
import { asDay } from '../../../src/base/time/day.ts';

const rate = (base: string, quote: string, day: string) => {
  const found = bundledRates.latest(base, quote, asDay(day));
  return found === undefined ? undefined : { ...found, rate: toText(found.rate) };
};

test('the rate is the latest one on or before the day', () => {
  assert.deepEqual(rate('USD', 'MXN', '2026-11-21'), {
    base: 'USD',
    quote: 'MXN',
    date: '2026-11-20',
    source: 'bundled',
    rate: '18.2915',
  });
  assert.equal(rate('USD', 'MXN', '2026-10-30')?.date, '2026-10-30');
  assert.equal(rate('USD', 'MXN', '2026-10-29')?.date, '2026-09-30');
});

test('inverse and cross rates are exact quotients with eight decimals', () => {
  assert.equal(rate('MXN', 'EUR', '2026-11-21')?.rate, '0.0468064');
  assert.equal(rate('USD', 'EUR', '2026-11-21')?.rate, '0.85615925');
  assert.equal(rate('EUR', 'JPY', '2026-11-21')?.rate, '186.03310607');
});

test('there is no rate before the first day or for another currency', () => {
  assert.equal(rate('USD', 'MXN', '2024-11-28'), undefined);
  assert.equal(rate('GBP', 'MXN', '2026-11-21'), undefined);
  assert.equal(rate('USD', 'GBP', '2026-11-21'), undefined);
});

test('the table is in order of days, each of the calendar, and fits the column', () => {
  const days = BUNDLED_DAYS.map(({ date }) => asDay(date));
  assert.deepEqual(days, days.toSorted());
  for (const day of days) {
    for (const base of ['MXN', 'USD', 'EUR', 'JPY']) {
      for (const quote of ['MXN', 'USD', 'EUR', 'JPY']) {
        const found = bundledRates.latest(base, quote, day);
        assert.ok(found !== undefined && decimalsOf(found.rate) <= 8);
      }
    }
  }
});
