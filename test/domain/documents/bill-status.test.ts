// One definition of each state: what SQL finds, what a single record is said to be, and what the words mean must agree.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { BillPaymentStatusValues, BillStatusValues } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { scoped } from '../../../src/db/scoped.ts';
import {
  billConditions,
  billDaysOverdue,
  billPasses,
  billPaymentStatus,
  type BillStateFilter,
  type BillStateRow,
} from '../../../src/domain/documents/shared/bill-status.ts';
import { balanceOf, openFlag } from '../../../src/domain/documents/shared/settle.ts';
import { addDays, asDay, type At } from '../../../src/base/time/day.ts';
import { openTestBooks, type TestBooks } from '../../support/scope.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const AT: At = { today: asDay('2026-11-21'), now: new Date('2026-11-21T18:00:00.000Z') };
const TOTAL = 100;

interface Facts {
  readonly status?: BillStateRow['status'];
  readonly paid?: number;
  readonly credited?: number;
  readonly due?: string;
}

const row = ({ status = 'received', paid = 0, credited = 0, due = '2026-11-21' }: Facts): BillStateRow => {
  const figures = { status, total_minor: TOTAL, paid_minor: paid, credited_minor: credited };
  const balance_minor = balanceOf(figures);
  return {
    status,
    due_date: asDay(due),
    paid_minor: paid,
    balance_minor,
    open: openFlag('bill', status, balance_minor),
  };
};

const said = (facts: Facts) => [billPaymentStatus(row(facts)), billDaysOverdue(row(facts), AT)];

test('the words mean what the description says', () => {
  assert.deepEqual(said({}), ['unpaid', 0]);
  assert.deepEqual(said({ due: '2026-11-20' }), ['unpaid', 1]);
  assert.deepEqual(said({ paid: 1, due: '2026-10-21' }), ['partially_paid', 31]);
  assert.deepEqual(said({ paid: 100, due: '2026-10-21' }), ['paid', 0]);
  assert.deepEqual(said({ credited: 100, due: '2026-10-21' }), ['paid', 0]);
  assert.deepEqual(said({ paid: 60, credited: 40 }), ['paid', 0]);
  assert.deepEqual(said({ credited: 40 }), ['unpaid', 0]);
  assert.deepEqual(said({ paid: 101 }), ['overpaid', 0]);
  assert.deepEqual(said({ status: 'inbox', due: '2020-01-01' }), [null, 0]);
  assert.deepEqual(said({ status: 'rejected', due: '2020-01-01' }), [null, 0]);
  assert.deepEqual(said({ status: 'reversed', paid: 30, due: '2020-01-01' }), [null, 0]);
});

test('a bill that is owed is in exactly one list of how far bills are paid, any other in none', () => {
  for (const status of BillStatusValues) {
    for (const paid of [0, 1, 99, 100, 101]) {
      const bill = row({ status, paid });
      const lists = BillPaymentStatusValues.filter((payment_status) =>
        billPasses(bill, { payment_status }, AT),
      );
      const owed = status === 'received' || status === 'validated';
      assert.deepEqual(lists, owed ? [billPaymentStatus(bill)] : [], `${status} ${paid}`);
    }
  }
});

const randomRow: fc.Arbitrary<BillStateRow> = fc
  .record({
    status: fc.constantFrom(...BillStatusValues, 'received' as const, 'received' as const),
    dueIn: fc.integer({ min: -3, max: 3 }),
    paid: fc.constantFrom(0, 0, 1, 50, 100, 120),
    credited: fc.constantFrom(0, 0, 0, 50),
  })
  .map(({ dueIn, status, paid, credited }) => row({ status, credited, paid, due: addDays(AT.today, dueIn) }));

const FILTERS: readonly BillStateFilter[] = [undefined, ...BillStatusValues].flatMap((status) =>
  [undefined, ...BillPaymentStatusValues].flatMap((payment_status) =>
    [false, true].map((overdue_only) => ({ status, payment_status, overdue_only })),
  ),
);

let books: TestBooks;
let close: () => Promise<void>;

before(async () => {
  ({
    books: { mx: books },
    close,
  } = await openTestBooks());
});
after(() => close());

test('SQL and single records agree on random bills, for every combination of filters', async () => {
  const rows = fc
    .sample(randomRow, { seed: SEED, numRuns: dose(200) })
    .map((facts) => ({ id: newId('BillId'), ...facts }));
  const instant = '2026-11-21 12:00:00.000';
  await books.write((ctx) =>
    scoped(ctx, 'bill')
      .insert(
        rows.map((facts) => ({
          ...facts,
          counterparty_id: 'ctpy_01k5m8x2q4e7taw9c6rjv3hn01',
          issue_date: '2026-11-01',
          currency: 'MXN',
          subtotal_minor: TOTAL,
          tax_minor: 0,
          total_minor: TOTAL,
          validation: '{}',
          created_at: instant,
          updated_at: instant,
        })),
      )
      .execute(),
  );
  for (const filter of FILTERS) {
    let query = scoped(books.reading, 'bill').select().select('bill.id');
    for (const { column, operator, value } of billConditions(filter, AT)) {
      query = query.where(sql.ref<typeof value>(`bill.${column}`), operator, value);
    }
    const found = (await query.execute()).map(({ id }) => id).toSorted();
    const expected = rows.filter((facts) => billPasses(facts, filter, AT)).map(({ id }) => id);
    assert.deepEqual(found, expected.toSorted(), JSON.stringify(filter));
  }
});
