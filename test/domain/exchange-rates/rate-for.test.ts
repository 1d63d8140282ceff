import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { paymentRate } from '../../../src/domain/documents/payments/rate.ts';
import { rateFor } from '../../../src/domain/money/exchange-rates/latest-rate.ts';
import { toText } from '../../../src/base/money/decimal.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { ToolError } from '../../../src/base/errors.ts';
import { type TestBooks, openTestBooks } from '../../support/scope.ts';

let database: Database;
let mx: TestBooks;
let de: TestBooks;
let close: () => Promise<void>;

before(async () => {
  ({
    database,
    books: { mx, de },
    close,
  } = await openTestBooks());
});
after(() => close());
beforeEach(() => database.kysely.deleteFrom('exchange_rate').execute());

const rate = async (books: TestBooks, currency: string, day: string) => {
  const { result, warnings } = await books.write((ctx) => rateFor(ctx, currency, asDay(day)));
  return {
    rate: result === null ? null : toText(result.rate),
    date: result?.date ?? null,
    source: result?.source ?? null,
    warnings: warnings.map(({ code, details }) => ({ code, ...details })),
  };
};

const importRate = (
  base: string,
  quote: string,
  date: string,
  value: string,
  source = 'Banxico FIX',
  organisation_id: string = mx.entity.organisation_id,
) =>
  database.kysely
    .insertInto('exchange_rate')
    .values({
      organisation_id,
      base,
      quote,
      date,
      source,
      rate: value,
      created_at: '2026-03-10 00:00:00.000',
    })
    .execute();

const stored = () => database.kysely.selectFrom('exchange_rate').selectAll().execute();

test('the entity’s own currency needs no rate', async () => {
  assert.deepEqual(await rate(mx, 'MXN', '2026-03-10'), {
    rate: null,
    date: null,
    source: null,
    warnings: [],
  });
  assert.deepEqual(await stored(), []);
});

test('the bundled rate is kept once and warns of its day', async () => {
  const expected = {
    rate: '17.6518',
    date: '2026-02-27',
    source: 'bundled',
    warnings: [
      {
        code: 'exchange_rate_date',
        path: 'currency',
        base: 'USD',
        quote: 'MXN',
        wanted_date: '2026-03-10',
        rate_date: '2026-02-27',
      },
    ],
  };
  assert.deepEqual(await rate(mx, 'USD', '2026-03-10'), expected);
  assert.deepEqual(await rate(mx, 'USD', '2026-03-10'), expected);
  assert.deepEqual(await stored(), [
    {
      organisation_id: '',
      base: 'USD',
      quote: 'MXN',
      date: '2026-02-27',
      source: 'bundled',
      rate: '17.65180000',
      created_at: '2026-03-10 18:00:00.000',
    },
  ]);
  assert.deepEqual((await rate(mx, 'USD', '2026-02-27')).warnings, []);
});

test('two calls at once keep one rate', async () => {
  const rates = await Promise.all(Array.from({ length: 5 }, () => rate(de, 'JPY', '2026-03-10')));
  assert.deepEqual(new Set(rates.map((found) => found.rate)), new Set(['0.00544656']));
  assert.equal((await stored()).length, 1);
});

test('a rate that somebody stated wins over the bundled one, in either direction', async () => {
  await importRate('USD', 'MXN', '2026-02-20', '17.1');
  assert.equal((await rate(mx, 'USD', '2026-03-10')).rate, '17.1');
  assert.equal((await rate(mx, 'USD', '2026-03-10')).source, 'Banxico FIX');
  await importRate('USD', 'MXN', '2026-03-10', '17.2');
  assert.deepEqual(await rate(mx, 'USD', '2026-03-10'), {
    rate: '17.2',
    date: '2026-03-10',
    source: 'Banxico FIX',
    warnings: [],
  });
  await importRate('EUR', 'USD', '2026-03-09', '1.16', 'ECB');
  assert.equal((await rate(de, 'USD', '2026-03-10')).rate, '0.86206897');
});

test('the organisation’s own rate comes before one of the service, and that before the bundled one', async () => {
  await importRate('USD', 'MXN', '2026-03-10', '17.3', 'provider', '');
  assert.equal((await rate(mx, 'USD', '2026-03-10')).source, 'provider');
  await importRate('USD', 'MXN', '2026-03-02', '17.2');
  assert.equal((await rate(mx, 'USD', '2026-03-10')).rate, '17.2');
  await importRate('EUR', 'MXN', '2026-01-15', '20.9');
  await importRate('EUR', 'MXN', '2026-03-09', '20.8', 'provider', '');
  assert.equal((await rate(mx, 'EUR', '2026-03-10')).rate, '20.8');
  await importRate('MXN', 'JPY', '2026-03-09', '8');
  await importRate('JPY', 'MXN', '2026-03-10', '0.2', 'provider', '');
  assert.equal((await rate(mx, 'JPY', '2026-03-10')).rate, '0.125');
});

test('another organisation’s rates are never seen, in either direction', async () => {
  const other = 'orgn_01h455vb4pex5vsknk084sn02q';
  await importRate('USD', 'MXN', '2026-03-10', '99', 'theirs', other);
  await importRate('MXN', 'USD', '2026-03-10', '99', 'theirs', other);
  await importRate('GBP', 'MXN', '2026-03-10', '99', 'theirs', other);
  assert.equal((await rate(mx, 'USD', '2026-03-10')).source, 'bundled');
  await assert.rejects(rate(mx, 'GBP', '2026-03-10'), ToolError);
});

test('through the own currency the older of two rates gives the day', async () => {
  await importRate('USD', 'MXN', '2026-03-09', '17');
  await importRate('GBP', 'MXN', '2026-03-04', '23');
  for (const [payment, document] of [
    ['USD', 'GBP'],
    ['GBP', 'USD'],
  ] as const) {
    const { result } = await mx.write((ctx) => paymentRate(ctx, payment, document, asDay('2026-03-10')));
    assert.equal(result?.date, '2026-03-04', `${payment} for ${document}`);
  }
});

test('a rate of later than the day is not used, and a very old one gives way', async () => {
  await importRate('USD', 'MXN', '2026-03-11', '99');
  await importRate('USD', 'MXN', '2025-06-01', '19.3');
  assert.equal((await rate(mx, 'USD', '2026-03-10')).source, 'bundled');
  await importRate('CHF', 'MXN', '2025-06-01', '23.5');
  assert.equal((await rate(mx, 'CHF', '2026-03-10')).date, '2025-06-01');
});

test('without any rate the call is refused, naming pair and day', async () => {
  await assert.rejects(rate(mx, 'GBP', '2026-03-10'), (error) => {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, 'exchange_rate_unavailable');
    assert.deepEqual(error.details, { path: 'currency', base: 'GBP', quote: 'MXN', date: '2026-03-10' });
    return true;
  });
});
