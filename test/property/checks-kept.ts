// Sums that are kept of each day and month, against what they are of: from days and for months that nobody chose.
import assert from 'node:assert/strict';
import { addDays, asDay, monthFrom, monthOf } from '../../src/base/time/day.ts';
import { scoped } from '../../src/db/scoped.ts';
import {
  isWhole,
  type Months,
  type OpenSum,
  sumOpen,
  unequalOpenMonth,
} from '../../src/domain/documents/shared/store/open-months.ts';
import { paidFrom } from '../../src/domain/documents/payments/store/payments.ts';
import { unequalMonth } from '../../src/domain/money/ledger/store/months.ts';
import { cashByMonth } from '../../src/domain/views/summary/summary.ts';
import { type Driver, wireOf } from './driver.ts';
import { isOpen } from './model.ts';
import { ledgerDifferences } from '../support/identities.ts';

const contextOf = ({ service, entity, at }: Driver) => {
  const { today, now } = at();
  return { db: service.database.reader, entity, today: asDay(today), now: new Date(now) };
};

/** By kind, currency and what is told of when it is due. */
const sumBy = (rows: readonly Omit<OpenSum, 'entity_id'>[]): readonly unknown[] => {
  const sums = new Map<string, readonly [minor: number, count: number]>();
  for (const { kind, currency, due, minor, count } of rows) {
    const key = `${kind} ${currency} ${due}`;
    const [before, counted] = sums.get(key) ?? [0, 0];
    sums.set(key, [before + minor, counted + count]);
  }
  return [...sums].filter(([, [, count]]) => count !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
};

const checkOpen = async (driver: Driver, { from, before }: Months): Promise<void> => {
  const ctx = contextOf(driver);
  const expected: Omit<OpenSum, 'entity_id'>[] = [];
  for (const kind of ['invoice', 'bill'] as const) {
    const rows = await scoped(ctx, kind as 'invoice')
      .select()
      .select(['currency', 'due_date', 'balance_minor'])
      .where('open', '=', true)
      .execute();
    assert.equal(rows.length, driver.model.documents(kind).filter(isOpen).length);
    for (const { currency, due_date, balance_minor } of rows) {
      const due = due_date < from ? 'before' : due_date >= before ? 'after' : due_date;
      expected.push({ kind, currency, due, minor: balance_minor, count: 1 });
    }
  }
  assert.deepEqual(sumBy(await sumOpen(ctx.db, [ctx.entity.id], { from, before })), sumBy(expected));
};

const checkPaid = async (driver: Driver): Promise<void> => {
  const ctx = contextOf(driver);
  const shown = await cashByMonth(ctx);
  const paid = [...driver.model.payments.values()];
  for (const { currency, months } of shown)
    for (const { month, inflow, outflow } of months) {
      const sum = (kind: string): number =>
        wireOf(
          paid
            .filter((one) => one.kind === kind && one.currency === currency && one.paid_on.startsWith(month))
            .reduce((minor, { amount }) => minor + amount, 0),
          currency,
        );
      assert.deepEqual([month, inflow, outflow], [month, sum('invoice'), sum('bill')]);
    }
  const first = shown[0]?.months[0]?.month ?? '9999';
  const currencies = paid.flatMap(({ currency, paid_on }) => (paid_on >= first ? [currency] : []));
  assert.deepEqual(
    shown.map(({ currency }) => currency),
    shown.length === 0 ? [] : [...new Set(currencies)].toSorted(),
  );
};

export const checkKept = async (driver: Driver): Promise<void> => {
  const ctx = contextOf(driver);
  assert.ok(await isWhole(ctx), 'the kept sums are what is shown');
  for (let tried = 0; tried < 3; tried += 1) {
    const from = monthOf(addDays(ctx.today, -driver.random.int(-60, 200)));
    await checkOpen(driver, { from, before: monthFrom(addDays(from, driver.random.int(1, 120))) });
  }
  await checkPaid(driver);
  assert.equal(await unequalOpenMonth(ctx), null);
  assert.equal(await unequalMonth(ctx, null, paidFrom), null);
  assert.deepEqual(
    (await ledgerDifferences(driver.service.database, ctx.entity.id)).filter(({ what }) =>
      /month|day/.test(what),
    ),
    [],
  );
};
