// One definition of each state: what SQL finds, what a single record is said to be, and what the words mean must agree.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { InvoiceStatusFilterValues, type InvoiceStatusFilter } from '../../../generated/types.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { scoped } from '../../../src/db/scoped.ts';
import {
  invoiceConditions,
  daysOverdue,
  displayStatus,
  isIn,
  paymentStatus,
  type StateRow,
} from '../../../src/domain/documents/shared/invoice-status.ts';
import { addDays, asDay, type At } from '../../../src/base/time/day.ts';
import { openTestBooks, type TestBooks } from '../../support/scope.ts';
import { plan } from '../invoices/facts.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const AT: At = { today: asDay('2026-11-21'), now: new Date('2026-11-21T18:00:00.000Z') };
const HOUR = 3_600_000;

const row = (facts: Partial<StateRow>): StateRow => ({
  status: 'filed',
  open: true,
  due_date: asDay('2026-11-21'),
  created_at: '2026-11-21 12:00:00.000',
  paid_minor: 0,
  total_minor: 100,
  closed_on: null,
  ...facts,
});

const said = (facts: Partial<StateRow>) => [
  displayStatus(row(facts), AT),
  paymentStatus(row(facts), AT),
  daysOverdue(row(facts), AT),
];

const createdBefore = (ms: number) => toInstant(new Date(AT.now.getTime() - ms));

test('the words mean what the description says', () => {
  assert.deepEqual(said({}), ['pending', 'unpaid', 0]);
  assert.deepEqual(said({ due_date: asDay('2026-11-20') }), ['overdue', 'unpaid', 1]);
  assert.deepEqual(said({ due_date: asDay('2026-10-21'), paid_minor: 40 }), [
    'overdue',
    'partially_paid',
    31,
  ]);
  assert.deepEqual(said({ paid_minor: 40 }), ['partially_paid', 'partially_paid', 0]);
  assert.deepEqual(said({ open: false, paid_minor: 100, due_date: asDay('2020-01-01') }), [
    'paid',
    'paid',
    0,
  ]);
  // Where nothing can be owed there is no state of payment.
  assert.deepEqual(said({ status: 'draft', open: false, created_at: createdBefore(72 * HOUR) }), [
    'draft',
    null,
    0,
  ]);
  assert.deepEqual(said({ status: 'draft', open: false, created_at: createdBefore(72 * HOUR + 1) }), [
    'stale_draft',
    null,
    0,
  ]);
  assert.deepEqual(said({ status: 'void', open: false }), ['void', null, 0]);
  assert.deepEqual(said({ status: 'reversed', open: false, paid_minor: 30 }), ['reversed', null, 0]);
});

const statesOf = (facts: Partial<StateRow>): readonly InvoiceStatusFilter[] =>
  InvoiceStatusFilterValues.filter((status) => isIn(row(facts), status, AT));

test('a draft is no unpaid invoice, and pending holds partly paid ones too', () => {
  assert.deepEqual(statesOf({ status: 'draft', open: false, created_at: '2026-11-01 00:00:00.000' }), [
    'draft',
    'stale_draft',
  ]);
  assert.deepEqual(statesOf({ paid_minor: 1 }), ['filed', 'pending', 'partially_paid']);
  assert.deepEqual(statesOf({ due_date: asDay('2026-11-01') }), ['filed', 'overdue', 'unpaid']);
  assert.deepEqual(statesOf({ open: false, paid_minor: 100 }), ['filed', 'paid']);
});

const randomRow: fc.Arbitrary<StateRow> = fc
  .record({
    status: fc.constantFrom('draft', 'filed', 'filed', 'filed', 'void', 'reversed'),
    dueIn: fc.integer({ min: -3, max: 3 }),
    ageMs: fc.oneof(
      fc.constantFrom(0, 1, 72 * HOUR - 1, 72 * HOUR, 72 * HOUR + 1),
      fc.integer({ min: 0, max: 200 * HOUR }),
    ),
    paid: fc.constantFrom(0, 0, 1, 50, 100),
    closed: fc.boolean(),
  })
  .map(({ status, dueIn, ageMs, paid, closed }) => ({
    status,
    // A filed one that is closed was replaced by another.
    open: status === 'filed' && paid < 100 && !closed,
    closed_on: closed && status !== 'draft' ? AT.today : null,
    due_date: addDays(AT.today, dueIn),
    created_at: toInstant(new Date(AT.now.getTime() - ageMs)),
    paid_minor: paid,
    total_minor: 100,
  }));

let books: TestBooks;
let close: () => Promise<void>;

before(async () => {
  ({
    books: { mx: books },
    close,
  } = await openTestBooks());
});
after(() => close());

test('SQL and single records agree on random invoices', async () => {
  const rows = fc
    .sample(randomRow, { seed: SEED, numRuns: dose(200) })
    .map((facts) => ({ id: newId('InvoiceId'), ...facts }));
  const { header } = plan();
  await books.write((ctx) =>
    scoped(ctx, 'invoice')
      .insert(
        rows.map((facts) => ({
          ...header,
          ...facts,
          updated_at: facts.created_at,
          tax_breakdown: '[]',
          country_details: '{}',
          filing: '{}',
          content: null,
        })),
      )
      .execute(),
  );
  for (const status of InvoiceStatusFilterValues) {
    let query = scoped(books.reading, 'invoice').select().select('invoice.id');
    for (const { column, operator, value } of invoiceConditions(status, AT)) {
      query = query.where(`invoice.${column}`, operator, value);
    }
    const found = (await query.execute()).map(({ id }) => id).toSorted();
    const expected = rows.filter((facts) => isIn(facts, status, AT)).map(({ id }) => id);
    assert.deepEqual(found, expected.toSorted(), status);
  }
});
