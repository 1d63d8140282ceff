// Days of a new invoice: today where the company is, due dates over the ends of months, days of exchange rates.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { AnswerOf, InputOf } from '../../../generated/dispatch.ts';
import type { CounterpartyId } from '../../../generated/ids.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, declared, refused, warned } from '../support.ts';
import { asDay } from '../../../src/base/time/day.ts';

let service: TestService;
let customer: { readonly mx: CounterpartyId; readonly de: CounterpartyId };
before(async () => {
  service = await startTestService();
  customer = {
    mx: await addMexicanCustomer(service, 'Café Luna'),
    de: await addGermanCustomer(service, 'Harms KG'),
  };
});
after(() => service.close());

const createAt = (
  moment: string,
  as: 'mx' | 'de',
  args: Partial<InputOf<'create_invoice'>> = {},
): Promise<AnswerOf<'create_invoice'>> => {
  service.setNow(new Date(moment));
  return service.client(service.keys[as]).create_invoice({
    counterparty_id: customer[as],
    line_items: [{ description: 'Servicio', unit_price: 100 }],
    ...(as === 'de' ? { country_details: { buyer_reference: 'PO-1' } } : {}),
    ...args,
  });
};

describe('the issue date is today where the company is', () => {
  const moments: readonly (readonly [string, string, 'mx' | 'de', string])[] = [
    ['late in Mexico City, already February in UTC', '2026-01-31T23:30:00-06:00', 'mx', '2026-01-31'],
    ['a second before midnight in Mexico City', '2026-01-31T23:59:59.999-06:00', 'mx', '2026-01-31'],
    ['midnight in Mexico City', '2026-02-01T00:00:00-06:00', 'mx', '2026-02-01'],
    ['midnight in Berlin in winter, still January in UTC', '2026-02-01T00:00:00+01:00', 'de', '2026-02-01'],
    ['just before midnight in Berlin in summer', '2026-07-31T23:59:59+02:00', 'de', '2026-07-31'],
    ['an hour into summer time in Berlin', '2026-03-29T03:30:00+02:00', 'de', '2026-03-29'],
    ['the last evening of the year in Mexico City', '2026-12-31T20:00:00-06:00', 'mx', '2026-12-31'],
  ];
  for (const [title, moment, as, day] of moments) {
    test(title, async () => {
      const answer = await createAt(moment, as);
      assert.equal(answer.issue_date, day);
      assert.equal(answer.created_at, new Date(moment).toISOString());
    });
  }

  test('a company in Tijuana is an hour or two behind one in Mexico City', async () => {
    const { kysely } = service.database;
    const zone = (time_zone: string) =>
      kysely.updateTable('entity').set({ time_zone }).where('id', '=', service.entities.mx).execute();
    await zone('America/Tijuana');
    // What is known of an entity may be a second old.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const answer = await createAt('2026-02-01T00:30:00-06:00', 'mx');
    await zone('America/Mexico_City');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.equal(answer.issue_date, '2026-01-31');
  });
});

describe('an issue date of the caller', () => {
  const NOW = '2026-03-10T18:00:00Z';
  const outside: readonly (readonly ['mx' | 'de', string, string])[] = [
    ['mx', '2026-03-06', '2026-03-07'],
    ['mx', '2026-03-11', '2026-03-07'],
    ['de', '2026-03-11', '2025-09-11'],
  ];
  for (const [as, issue_date, earliest] of outside) {
    test(
      declared('create_invoice', 'issue_date_outside_window', `${issue_date} on 2026-03-10 (${as})`),
      async () => {
        service.setNow(new Date(NOW));
        const error = await refused(service, as, 'create_invoice', {
          counterparty_id: customer[as],
          line_items: [{ description: 'Servicio', unit_price: 100 }],
          issue_date,
          ...(as === 'de' ? { country_details: { buyer_reference: 'PO-1' } } : {}),
        });
        assert.deepEqual(error, {
          code: 'issue_date_outside_window',
          path: 'issue_date',
          received: issue_date,
          earliest,
          latest: '2026-03-10',
        });
      },
    );
  }

  test('within the window it is the date of the draft', async () => {
    assert.equal((await createAt(NOW, 'mx', { issue_date: '2026-03-07' })).issue_date, '2026-03-07');
  });
});

describe('the due date', () => {
  const cases: readonly (readonly [string, string, number, string])[] = [
    ['over the end of a February', '2026-01-31', 30, '2026-03-02'],
    ['over a leap day', '2028-01-31', 30, '2028-03-01'],
    ['on a leap day', '2028-02-28', 1, '2028-02-29'],
    ['over the end of a year', '2026-12-15', 30, '2027-01-14'],
    ['over a change of the clock', '2026-03-28', 1, '2026-03-29'],
    ['ten years on, the most', '2026-01-31', 3650, '2036-01-29'],
  ];
  for (const [title, day, payment_terms_days, due] of cases) {
    for (const as of ['mx', 'de'] as const) {
      test(`${title} (${as})`, async () => {
        const { issue_date, due_date } = await createAt(`${day}T18:00:00Z`, as, { payment_terms_days });
        assert.deepEqual([issue_date, due_date], [day, due]);
      });
    }
  }
});

describe('foreign currency', () => {
  test(
    warned('create_invoice', 'exchange_rate_date', 'the latest rate before the day is used and named'),
    async () => {
      const answer = await createAt('2026-03-10T18:00:00Z', 'mx', { currency: 'USD' });
      assert.deepEqual(answer.warnings, [
        {
          code: 'exchange_rate_date',
          message: 'No rate USD to MXN for 2026-03-10 is known; the one of 2026-02-27 is used.',
          path: 'currency',
        },
      ]);
      const { currency, exchange_rate, exchange_rate_date, exchange_rate_source, total } = answer;
      assert.deepEqual(
        { currency, exchange_rate, exchange_rate_date, exchange_rate_source, total },
        {
          currency: 'USD',
          exchange_rate: 17.6518,
          exchange_rate_date: '2026-02-27',
          exchange_rate_source: 'bundled',
          total: 116,
        },
      );
    },
  );

  test('a rate of the very day needs no warning', async () => {
    const { warnings, exchange_rate_date } = await createAt('2026-03-31T18:00:00Z', 'mx', {
      currency: 'EUR',
    });
    assert.deepEqual([warnings, exchange_rate_date], [[], '2026-03-31']);
  });

  test('the day of the rate is that of the company, not of UTC', async () => {
    const answer = await createAt('2026-03-31T23:30:00-06:00', 'mx', { currency: 'EUR', title: 'De noche' });
    assert.deepEqual([answer.warnings, answer.exchange_rate_date], [[], '2026-03-31']);
  });

  test('a German company keeps what a peso is worth in euros', async () => {
    const answer = await createAt('2026-03-31T12:00:00Z', 'de', { currency: 'MXN' });
    assert.equal(answer.exchange_rate_date, '2026-03-31');
    assert.ok(Math.abs((answer.exchange_rate ?? 0) - 1 / 20.8547) < 1e-6, String(answer.exchange_rate));
  });

  test('the own currency needs no rate, also when it is named', async () => {
    const answer = await createAt('2026-03-10T18:00:00Z', 'de', { currency: 'EUR' });
    assert.deepEqual([answer.exchange_rate, answer.exchange_rate_date, answer.warnings], [null, null, []]);
  });

  test('a rate is stored once for its day and pair', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        createAt('2026-05-05T18:00:00Z', 'mx', { currency: 'USD', title: `Dólares ${index}` }),
      ),
    );
    const rows = await service.database.kysely
      .selectFrom('exchange_rate')
      .select('rate')
      .where('base', '=', 'USD')
      .where('quote', '=', 'MXN')
      .where('date', '=', asDay('2026-04-30'))
      .execute();
    assert.equal(rows.length, 1);
  });
});
