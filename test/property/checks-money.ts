// Sums: the summary, the ledger, the balances of counterparties and the tables themselves against the model.
import assert from 'node:assert/strict';
import type { CounterpartyId } from '../../generated/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { type Driver, minorOf, wireOf } from './driver.ts';
import {
  addDays,
  balanceOf,
  daysBetween,
  type Doc,
  isOpen,
  isOverpaid,
  type Kind,
  type Payment,
} from './model.ts';
import { walkCsv, walkLedger, walkList } from './reading.ts';

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const bucketOf = (doc: Doc, today: string): string => {
  const late = daysBetween(doc.due_date, today);
  if (late <= 0) return 'current';
  return late <= 30 ? 'd1_30' : late <= 60 ? 'd31_60' : late <= 90 ? 'd61_90' : 'd90_plus';
};

/** What is open of it, what was paid beyond, and the ledger's balance, of one counterparty or all. */
const standing = ({ model }: Pick<Driver, 'model'>, kind: Kind, currency: string, party: string | null) => {
  const mine = model
    .documents(kind)
    .filter(
      (doc) => isOpen(doc) && doc.currency === currency && (party === null || doc.counterparty_id === party),
    );
  const [open, net] = [sumOf(mine.map(balanceOf)), model.ledgerBalance(kind, currency, party)];
  return {
    currency,
    open: wireOf(open, currency),
    credit: wireOf(open - net, currency),
    net: wireOf(net, currency),
  };
};

/** The currencies in which something is open or was paid beyond it. */
const standings = (driver: Pick<Driver, 'model'>, kind: Kind, party: string | null) =>
  driver.model
    .currencies()
    .map((currency) => standing(driver, kind, currency, party))
    .filter(({ open, credit }) => open !== 0 || credit !== 0)
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));

export const checkSummary = async ({ client, model, at }: Driver): Promise<void> => {
  const { today } = at();
  const summary = await client.get_payment_summary();
  assert.equal(summary.as_of, today);
  for (const [kind, rows] of [
    ['invoice', summary.receivable],
    ['bill', summary.payable],
  ] as const) {
    const open = model.documents(kind).filter(isOpen);
    // What a supplier was paid in excess is owed back now: it lowers what is owed, and is no open bill.
    const excess = kind === 'bill' ? model.documents(kind).filter(isOverpaid) : [];
    const expected = standings({ model }, kind, null).map((row) => {
      const { currency } = row;
      const mine = open.filter((doc) => doc.currency === currency);
      const overpaid = excess.filter((doc) => doc.currency === currency);
      const late = mine.filter((doc) => doc.due_date < today);
      const sum = (docs: readonly Doc[]): number => wireOf(sumOf(docs.map(balanceOf)), currency);
      const bucket = (name: string): number => sum(mine.filter((doc) => bucketOf(doc, today) === name));
      const current = mine.filter((doc) => bucketOf(doc, today) === 'current');
      const aging = {
        current: sum([...current, ...overpaid]),
        d1_30: bucket('d1_30'),
        d31_60: bucket('d31_60'),
        d61_90: bucket('d61_90'),
        d90_plus: bucket('d90_plus'),
      };
      const counts = { count: mine.length, overdue_count: late.length };
      return { ...row, outstanding: sum([...mine, ...overpaid]), overdue: sum(late), ...counts, aging };
    });
    assert.deepEqual(rows, expected, `${kind} summary`);
  }
  const late = [...model.docs.values()].filter((doc) => isOpen(doc) && doc.due_date < today);
  const oldest = late
    .map(({ due_date }) => due_date)
    .toSorted()
    .slice(0, 10);
  assert.deepEqual(
    summary.overdue_items.map(({ due_date }) => due_date),
    oldest,
  );
  for (const item of summary.overdue_items) {
    const doc = model.docs.get(item.record_id) ?? assert.fail();
    assert.equal(item.balance_due, wireOf(balanceOf(doc), doc.currency));
    assert.equal(item.days_overdue, daysBetween(doc.due_date, today));
  }
  const latest = [...model.payments.values()]
    .map(({ paid_on }) => paid_on)
    .toSorted()
    .toReversed()
    .slice(0, 10);
  assert.deepEqual(
    summary.recent_payments.map(({ date }) => date),
    latest,
  );
  for (const item of summary.recent_payments) {
    const payment = model.payments.get(item.id) ?? assert.fail(`a payment ${item.id} nobody made`);
    assert.deepEqual(
      [item.amount, item.currency],
      [wireOf(payment.amount, payment.currency), payment.currency],
    );
  }
};

/** Debits less credits: positive is owed to the entity. */
const expectedClosing = ({ model }: Driver, type: string, currency: string, party: string | null): number =>
  (type === 'ap' ? 0 : model.ledgerBalance('invoice', currency, party)) -
  (type === 'ar' ? 0 : model.ledgerBalance('bill', currency, party));

type LedgerArgs = Parameters<typeof walkLedger>[1];

/** Running balances, closing balances and both formats of one ledger. */
const checkOneLedger = async (driver: Driver, args: LedgerArgs): Promise<ReadonlyMap<string, number>> => {
  const { client } = driver;
  const ledger = await walkLedger(client, args);
  const closing = new Map<string, number>();
  const opened: string[] = [];
  for (const { currency, opening, entries, ...sums } of ledger.values()) {
    let balance = minorOf(opening, currency);
    if (balance !== 0) opened.push(currency);
    let day = '';
    for (const { debit, credit, running_balance, date } of entries) {
      balance += minorOf(debit, currency) - minorOf(credit, currency);
      assert.equal(running_balance, wireOf(balance, currency));
      assert.ok(date >= day, 'entries stand in the order of their days');
      day = date;
    }
    const total = (field: 'debit' | 'credit'): number =>
      wireOf(sumOf(entries.map((entry) => minorOf(entry[field], currency))), currency);
    assert.deepEqual(
      [sums.debit, sums.credit, sums.closing],
      [total('debit'), total('credit'), wireOf(balance, currency)],
    );
    closing.set(currency, balance);
  }
  const csv = await walkCsv((page) => client.generate_ledger({ ...args, ...page, format: 'csv' }));
  const openings = csv.filter((row) => row['entry_type'] === 'opening_balance').map((row) => row['currency']);
  if (args.date_from !== undefined) for (const currency of opened) assert.ok(openings.includes(currency));
  const lines = csv.filter((row) => row['entry_type'] !== 'opening_balance');
  for (const { currency, entries } of ledger.values()) {
    assert.deepEqual(
      lines
        .filter((row) => row['currency'] === currency)
        .map((row) => [
          row['date'],
          row['record_id'],
          Number(row['debit']),
          Number(row['credit']),
          Number(row['running_balance']),
        ]),
      entries.map((entry) => [entry.date, entry.record_id, entry.debit, entry.credit, entry.running_balance]),
    );
  }
  return closing;
};

/** What a reversal of the payment raises again: the money, the differences, what no document took. */
const reversalsOf = ({ currency, parts, unallocated, takenBack }: Payment): readonly number[] => [
  ...parts.flatMap(({ doc, amount, payment }) =>
    doc.currency === currency ? [payment, amount - payment] : [amount],
  ),
  unallocated,
  ...takenBack,
];

/** Each entry is booked as what it is: its kind of record, its side, its amount. */
const checkEntries = async ({ client, model }: Driver): Promise<void> => {
  for (const { currency, entries } of (await walkLedger(client, {})).values()) {
    for (const { entry_type, record_id, debit, credit, ledger } of entries) {
      const what = `${entry_type} of ${record_id}`;
      const doc = model.docs.get(record_id);
      const payment = model.payments.get(record_id);
      const reversed = model.reversed.get(record_id);
      assert.ok(debit === 0 || credit === 0, what);
      // What is owed grows by it.
      const minor = (minorOf(debit, currency) - minorOf(credit, currency)) * (ledger === 'ar' ? 1 : -1);
      if (entry_type === 'invoice' || entry_type === 'bill') {
        assert.deepEqual([doc?.kind, doc?.total], [entry_type, minor], what);
      } else if (['early_payment_discount', 'bank_fee', 'withholding', 'rounding'].includes(entry_type)) {
        assert.ok((payment ?? reversed) !== undefined && minor < 0, what);
      } else if (entry_type === 'payment_difference') {
        assert.ok((payment ?? reversed) !== undefined && Math.abs(minor) <= 99, what);
      } else if (entry_type === 'reversal' && reversed !== undefined) {
        assert.ok(reversalsOf(reversed).includes(minor), what);
      } else if (entry_type === 'reversal' && payment !== undefined) {
        assert.ok(payment.takenBack.includes(minor), what);
      } else if (entry_type === 'reversal') {
        assert.ok(doc !== undefined && ['void', 'reversed', 'rejected'].includes(doc.status), what);
        assert.ok(minor < 0, what);
      } else if (doc !== undefined) {
        assert.deepEqual(
          [`${doc.kind}_payment`, -doc.presettled],
          [entry_type, minor],
          `${what}, settled before`,
        );
      } else if (entry_type.endsWith('_payment')) {
        assert.equal(`${(payment ?? reversed)?.kind ?? ''}_payment`, entry_type, what);
        assert.ok(minor < 0, what);
      } else {
        assert.match(record_id, entry_type === 'invoice_credit_note' ? /^icrn_/ : /^bcrn_/, what);
        assert.ok(minor < 0, what);
      }
    }
  }
};

export const checkLedger = async (driver: Driver): Promise<void> => {
  await checkEntries(driver);
  const { model, random, counterparties, at } = driver;
  for (const type of ['ar', 'ap', 'both'] as const) {
    for (const party of [null, random.pick(counterparties)]) {
      const args = { type, ...(party === null ? {} : { counterparty_id: party as CounterpartyId }) };
      const closing = await checkOneLedger(driver, args);
      for (const currency of model.currencies()) {
        const expected = expectedClosing(driver, type, currency, party);
        assert.equal(closing.get(currency) ?? 0, expected, `${type} ${currency} ${party ?? 'all'}`);
      }
      // Up to the eve, and from the day on: together the whole.
      const day = addDays(at().today, -random.int(0, 120));
      const before = await checkOneLedger(driver, { ...args, date_to: addDays(day, -1) });
      const after = await walkLedger(driver.client, { ...args, date_from: day });
      for (const currency of model.currencies()) {
        const opening = after.get(currency)?.opening ?? 0;
        assert.equal(minorOf(opening, currency), before.get(currency) ?? 0, `opening on ${day}`);
        const end = after.get(currency)?.closing ?? 0;
        assert.equal(minorOf(end, currency), closing.get(currency) ?? 0);
      }
    }
  }
};

export const checkCounterparties = async ({ client, model }: Driver): Promise<void> => {
  const rows = await walkList((page) => client.list_counterparties({ role: 'all', ...page }));
  const expected = (kind: Kind, id: string) =>
    standings({ model }, kind, id).map((row) => ({ ...row, amount: row.open }));
  for (const row of rows) {
    assert.deepEqual(row.receivable_balance, expected('invoice', row.id), `receivable of ${row.name}`);
    assert.deepEqual(row.payable_balance, expected('bill', row.id), `payable of ${row.name}`);
  }
};

/** What the tables say without any tool between. */
export const checkTables = async ({ service, entity, model }: Driver): Promise<void> => {
  const ctx = { db: service.database.reader, entity };
  const payments = await scoped(ctx, 'payment').select().selectAll().execute();
  const parts = await scoped(ctx, 'payment_allocation').select().selectAll().execute();
  const idsOf = (status: string): string[] =>
    payments.filter((payment) => payment.status === status).map(({ id }) => id);
  assert.deepEqual(idsOf('recorded').toSorted(), [...model.payments.keys()].toSorted());
  assert.deepEqual(idsOf('reversed').toSorted(), [...model.reversed.keys()].toSorted());
  for (const payment of payments.filter(({ status }) => status === 'reversed')) {
    const mine = parts.filter(({ payment_id }) => payment_id === payment.id);
    assert.deepEqual(
      [sumOf(mine.map(({ amount_minor }) => amount_minor)), payment.unallocated_minor],
      [0, 0],
    );
  }
  for (const payment of payments.filter(({ status }) => status === 'recorded')) {
    const mine = parts.filter(({ payment_id }) => payment_id === payment.id);
    assert.equal(
      sumOf(mine.map((part) => part.payment_minor)) + payment.unallocated_minor,
      payment.amount_minor,
    );
    assert.equal(payment.unallocated_minor, model.payments.get(payment.id)?.unallocated, payment.id);
    assert.ok(payment.unallocated_minor >= 0);
  }
  for (const kind of ['invoice', 'bill'] as const) {
    const rows = await scoped(ctx, kind as 'invoice')
      .select()
      .selectAll()
      .execute();
    assert.equal(rows.length, model.documents(kind).length);
    for (const row of rows) {
      const doc = model.docs.get(row.id) ?? assert.fail(row.id);
      const mine = parts.filter(({ record_id }) => record_id === row.id);
      const settled = sumOf(mine.map((part) => part.amount_minor)) + row.presettled_minor;
      assert.equal(settled, row.paid_minor, `${row.id} is paid by its payments`);
      const figures = [row.balance_minor, row.presettled_minor, row.open];
      assert.deepEqual(figures, [balanceOf(doc), doc.presettled, isOpen(doc)], row.id);
      if (kind === 'invoice') assert.ok(row.balance_minor >= 0, `${row.id} has a negative balance`);
    }
  }
};
