// Which rate of Banco de México is in force on a day: article 20 of the Código Fiscal de la Federación.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Observation, ratesInForce } from '../../../src/providers/exchange-rates/banxico.ts';
import { type IsoDay, addDays, asDay } from '../../../src/base/time/day.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);
const CALENDARS = dose(100);

const fix = (values: Readonly<Record<string, string>>): Observation[] =>
  Object.entries(values).map(([day, value]) => ({ day: asDay(day), value }));
const inForce = (values: Readonly<Record<string, string>>, today: string): Record<string, string> =>
  Object.fromEntries(ratesInForce(fix(values), asDay(today)).map(({ day, value }) => [day, value]));

/** A week: Thursday 12 to Friday 20 November 2026, with Monday 16 a holiday in Mexico. */
const WEEK = {
  '2026-11-12': '18.12',
  '2026-11-13': '18.13',
  '2026-11-17': '18.17',
  '2026-11-18': '18.18',
  '2026-11-19': '18.19',
  '2026-11-20': '18.20',
};

describe('the rate in force', () => {
  it('is the one printed the day before, determined on the banking day before that', () => {
    const rates = inForce(WEEK, '2026-11-20');
    assert.equal(rates['2026-11-19'], '18.17');
    assert.equal(rates['2026-11-20'], '18.18');
  });

  it('stays over weekends and holidays', () => {
    const rates = inForce(WEEK, '2026-11-20');
    for (const day of ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'])
      assert.equal(rates[day], '18.12', day);
    assert.equal(rates['2026-11-18'], '18.13');
  });

  it('is known ahead as far as it is decided', () => {
    // Printed on Friday: in force until the next determination, on Monday at the earliest.
    const rates = inForce(WEEK, '2026-11-20');
    assert.deepEqual(
      ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((day) => rates[day]),
      ['18.19', '18.19', '18.19', undefined],
    );
    // On Friday morning that day's is not determined yet: tomorrow is open.
    const { '2026-11-20': _friday, ...morning } = WEEK;
    assert.equal(inForce(morning, '2026-11-20')['2026-11-20'], '18.18');
    assert.equal(inForce(morning, '2026-11-20')['2026-11-21'], undefined);
  });

  it('goes on when the bank is late', () => {
    assert.equal(inForce(WEEK, '2026-11-30')['2026-11-30'], '18.19');
  });

  it('is the only one known, when there is but one, and none when there is none', () => {
    assert.deepEqual(inForce({ '2026-11-19': '18.19' }, '2026-11-20'), {
      '2026-11-19': '18.19',
      '2026-11-20': '18.19',
    });
    assert.deepEqual(inForce({}, '2026-11-20'), {});
    assert.deepEqual(inForce({ '2026-11-21': '1' }, '2026-11-20'), {});
  });

  it(`fits the words of the law on ${CALENDARS} random calendars`, () => {
    let state = SEED >>> 0;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    for (let round = 0; round < CALENDARS; round += 1) {
      const start = addDays(asDay('2026-01-01'), Math.floor(random() * 365));
      const days = Array.from({ length: 30 }, (_, n) => addDays(start, n));
      const today = days.at(-1) ?? start;
      const banking = days.filter((day) => {
        const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
        return weekday !== 0 && weekday !== 6 && random() > 0.1;
      });
      const observations = banking
        .map((day, n) => ({ day, value: String(n) }))
        .toSorted(() => random() - 0.5);
      const rates = new Map(ratesInForce(observations, today).map(({ day, value }) => [day, value]));
      for (const day of days) assert.equal(rates.get(day), byTheLaw(banking, day), `SEED=${SEED} ${day}`);
    }
  });
});

/** The last publication before the day; what it printed was determined on the banking day before it. */
const byTheLaw = (banking: readonly IsoDay[], day: IsoDay): string | undefined => {
  const published = banking.findLastIndex((one) => one < day);
  return published < 1 ? undefined : String(published - 1);
};
