// Lists, single records and exports of documents against the model, for the same filters, to the last unit.
import assert from 'node:assert/strict';
import type { BillId, CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import {
  BillPaymentStatusValues,
  BillStatusValues,
  InvoiceStatusFilterValues,
} from '../../generated/types.ts';
import { type Driver, minorOf, wireOf } from './driver.ts';
import {
  addDays,
  type At,
  balanceOf,
  daysBetween,
  type Doc,
  invoiceIs,
  isOpen,
  type Kind,
  payStatusOf,
} from './model.ts';
import { type CsvRow, walkCsv, walkList } from './reading.ts';

/** What lists and exports both say of a document. */
interface Facts {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly counterparty_id: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly days_overdue: number;
  readonly total: number;
  readonly amount_paid: number;
  readonly amount_credited: number;
  readonly balance_due: number;
}

const factsOf = (doc: Doc, { today }: At): Facts => ({
  id: doc.id,
  status: doc.status,
  currency: doc.currency,
  counterparty_id: doc.counterparty_id,
  issue_date: doc.issue_date,
  due_date: doc.due_date,
  days_overdue: isOpen(doc) ? Math.max(0, daysBetween(doc.due_date, today)) : 0,
  total: wireOf(doc.total, doc.currency),
  amount_paid: wireOf(doc.paid, doc.currency),
  amount_credited: wireOf(doc.credited, doc.currency),
  balance_due: wireOf(balanceOf(doc), doc.currency),
});

type Row = Omit<Facts, 'counterparty_id'> & {
  readonly counterparty: { readonly counterparty_id: string };
  readonly payment_status: string | null;
};

const factsOfRow = (row: Row): Facts => ({
  id: row.id,
  status: row.status,
  currency: row.currency,
  counterparty_id: row.counterparty.counterparty_id,
  issue_date: row.issue_date,
  due_date: row.due_date,
  days_overdue: row.days_overdue,
  total: row.total,
  amount_paid: row.amount_paid,
  amount_credited: row.amount_credited,
  balance_due: row.balance_due,
});

const factsOfCsv = (row: CsvRow, kind: Kind): Facts => ({
  id: row[`${kind}_id`] ?? '',
  status: row['status'] ?? '',
  currency: row['currency'] ?? '',
  counterparty_id: row['counterparty_id'] ?? '',
  issue_date: row['issue_date'] ?? '',
  due_date: row['due_date'] ?? '',
  days_overdue: Number(row['days_overdue']),
  total: Number(row['total']),
  amount_paid: Number(row['amount_paid']),
  amount_credited: Number(row['amount_credited']),
  balance_due: Number(row['balance_due']),
});

const byDateAndId = (a: Facts, b: Facts): number => (a.issue_date + a.id < b.issue_date + b.id ? -1 : 1);

/** Oldest first, whatever order they came in. */
const expectSame = (found: readonly Facts[], docs: readonly Doc[], at: At, what: unknown): void => {
  const expected = docs.map((doc) => factsOf(doc, at)).toSorted(byDateAndId);
  assert.deepEqual(found.toSorted(byDateAndId), expected, JSON.stringify(what));
};

/** Lists begin with the newest, exports with the oldest. */
const expectOrder = (found: readonly Facts[], first: 'newest' | 'oldest'): void => {
  const sorted = found.toSorted(byDateAndId);
  const expected = first === 'oldest' ? sorted : sorted.toReversed();
  assert.deepEqual(
    found.map(({ id }) => id),
    expected.map(({ id }) => id),
    `${first} first`,
  );
};

/** What exports call it. */
const exported = (status: string | null): string | null => (status === 'partially_paid' ? 'partial' : status);

/** Days and a counterparty, now and then. */
const randomRange = ({ random, at, counterparties }: Driver) => {
  const date_from = addDays(at().today, -random.int(0, 120));
  return {
    ...(random.chance(0.5) ? { date_from, date_to: addDays(date_from, random.int(0, 90)) } : {}),
    ...(random.chance(0.5) ? { counterparty_id: random.pick(counterparties) as CounterpartyId } : {}),
  };
};

type Range = ReturnType<typeof randomRange>;

const within = (doc: Doc, { date_from, date_to, counterparty_id }: Range): boolean =>
  (date_from === undefined || doc.issue_date >= date_from) &&
  (date_to === undefined || doc.issue_date <= date_to) &&
  (counterparty_id === undefined || doc.counterparty_id === counterparty_id);

const EXPORT_PAYMENT = ['unpaid', 'partial', 'paid'] as const;
const STORED_INVOICE = ['draft', 'filed', 'void', 'reversed'] as const;

export const checkInvoices = async (driver: Driver): Promise<void> => {
  const { client, model, at, random } = driver;
  const docs = model.documents('invoice');
  const now = at();
  for (const status of [undefined, ...InvoiceStatusFilterValues]) {
    const range = random.chance(0.5) ? {} : randomRange(driver);
    const filter = { ...(status === undefined ? {} : { status }), ...range };
    const expected = docs.filter(
      (doc) => (status === undefined || invoiceIs(doc, status, now)) && within(doc, range),
    );
    const rows = await walkList(
      (page) => client.search_invoices({ ...filter, ...page }),
      random.pick([7, 50]),
    );
    expectSame(rows.map(factsOfRow), expected, now, filter);
    expectOrder(rows.map(factsOfRow), 'newest');
    for (const row of rows) checkWords(row, model.docs.get(row.id), now);
  }
  for (const payment_status of [undefined, ...EXPORT_PAYMENT]) {
    const range = randomRange(driver);
    const status = random.chance(0.5) ? random.pick(STORED_INVOICE) : undefined;
    const filter = { ...range, ...(status ? { status } : {}), ...(payment_status ? { payment_status } : {}) };
    const expected = docs.filter(
      (doc) =>
        within(doc, range) &&
        (status === undefined || doc.status === status) &&
        (payment_status === undefined || payStatusOf(doc) === payment_status),
    );
    const rows = await walkCsv((page) => client.export_invoices({ ...filter, ...page }));
    const found = rows.map((row) => factsOfCsv(row, 'invoice'));
    expectSame(found, expected, now, filter);
    expectOrder(found, 'oldest');
    if (payment_status !== undefined)
      for (const row of rows) assert.equal(row['payment_status'], payment_status);
  }
  await checkSample(driver, 'invoice', docs);
};

/** The words that a row says of itself are those by which it is found. */
const checkWords = (
  row: { readonly display_status: string; readonly payment_status: string | null },
  doc: Doc | undefined,
  now: At,
): void => {
  assert.ok(doc !== undefined);
  assert.ok(
    invoiceIs(doc, row.display_status, now),
    `${row.display_status} is shown for ${JSON.stringify(doc)}`,
  );
  assert.equal(exported(row.payment_status), payStatusOf(doc));
};

export const checkBills = async (driver: Driver): Promise<void> => {
  const { client, model, at, random } = driver;
  const docs = model.documents('bill');
  const now = at();
  const filters = [
    {},
    ...BillStatusValues.map((status) => ({ status })),
    ...BillPaymentStatusValues.map((payment_status) => ({ payment_status })),
    { overdue_only: true },
    { overdue_only: true, payment_status: 'partially_paid' as const },
    { status: 'validated' as const, payment_status: 'unpaid' as const },
    ...(driver.entity.country_code === 'MX' ? [{ deductibility: 'pending_review' as const }] : []),
  ];
  for (const filter of filters) {
    const { counterparty_id: _none, ...range } = random.chance(0.5) ? ({} as Range) : randomRange(driver);
    const expected = docs.filter((doc) => within(doc, range) && billPasses(doc, filter, now));
    const rows = await walkList(
      (page) => client.search_bills({ ...filter, ...range, ...page }),
      random.pick([7, 50]),
    );
    expectSame(rows.map(factsOfRow), expected, now, { ...filter, ...range });
    expectOrder(rows.map(factsOfRow), 'newest');
    for (const row of rows) {
      assert.equal(exported(row.payment_status), payStatusOf(model.docs.get(row.id) ?? assert.fail()));
      assert.equal(row.deductibility ?? null, model.docs.get(row.id)?.deductibility ?? null);
    }
  }
  for (const payment_status of [undefined, ...EXPORT_PAYMENT]) {
    const range = randomRange(driver);
    const status = random.chance(0.5) ? random.pick(BillStatusValues) : undefined;
    const filter = { ...range, ...(status ? { status } : {}), ...(payment_status ? { payment_status } : {}) };
    const expected = docs.filter(
      (doc) =>
        within(doc, range) &&
        billPasses(doc, { status }, now) &&
        (payment_status === undefined || exportWordOf(doc) === payment_status),
    );
    const rows = await walkCsv((page) => client.export_bills({ ...filter, ...page }));
    const found = rows.map((row) => factsOfCsv(row, 'bill'));
    expectSame(found, expected, now, filter);
    expectOrder(found, 'oldest');
    if (payment_status !== undefined)
      for (const row of rows) assert.equal(row['payment_status'], payment_status);
  }
  await checkSample(driver, 'bill', docs);
};

/** Exports have no word for a bill that was paid in excess. */
const exportWordOf = (doc: Doc): string | null => {
  const paid = payStatusOf(doc);
  return paid === 'overpaid' ? 'paid' : paid;
};

interface BillFilter {
  readonly status?: string | undefined;
  readonly payment_status?: string | undefined;
  readonly deductibility?: string | undefined;
  readonly overdue_only?: boolean | undefined;
}

const billPasses = (doc: Doc, filter: BillFilter, { today }: At): boolean =>
  (filter.status === undefined || doc.status === filter.status) &&
  (filter.payment_status === undefined || payStatusOf(doc) === exported(filter.payment_status)) &&
  (filter.deductibility === undefined || doc.deductibility === filter.deductibility) &&
  (filter.overdue_only !== true || (isOpen(doc) && doc.due_date < today));

const SAMPLE = 12;

/** Single records say the same, and show the payments that explain what is paid. */
const checkSample = async (driver: Driver, kind: Kind, docs: readonly Doc[]): Promise<void> => {
  const { client, random, model, at } = driver;
  for (let taken = 0; taken < Math.min(SAMPLE, docs.length); taken += 1) {
    const doc = random.pick(docs);
    const record =
      kind === 'invoice'
        ? await client.get_invoice({ invoice_id: doc.id as InvoiceId })
        : await client.get_bill({ bill_id: doc.id as BillId });
    assert.deepEqual(factsOfRow(record), factsOf(doc, at()));
    assert.equal(exported(record.payment_status), payStatusOf(doc));
    const shown = new Map<string, number>();
    for (const { id, allocated_amount } of record.payments)
      shown.set(id, (shown.get(id) ?? 0) + minorOf(allocated_amount, doc.currency));
    for (const payment of model.payments.values()) {
      const parts = payment.parts.filter((one) => one.doc === doc && one.amount > 0);
      if (parts.length === 0) continue;
      const sum = parts.reduce((total, { amount }) => total + amount, 0);
      assert.equal(shown.get(payment.id), sum, `${payment.id} of ${doc.id}`);
    }
    // Those that are shown with nothing came free again; there are no others.
    for (const [id, amount] of shown) assert.ok(amount === 0 || model.payments.has(id), id);
  }
};
