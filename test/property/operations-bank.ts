// What happens to bank lines: statements come in, overlapping ones too, lines are matched, confirmed, rejected, taken back.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BankAccountId, BankTransactionId } from '../../generated/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { createAccount } from '../../src/domain/money/bank-accounts/create.ts';
import { markNoMatch } from '../../src/domain/bank/reconciliation/no-match.ts';
import { undoMatch } from '../../src/domain/bank/reconciliation/undo.ts';
import { adminOn, temporaryFolder } from '../admin/support.ts';
import { type Driver, outcomeOf, wireOf } from './driver.ts';
import { addDays, balanceOf, type Doc, isOpen, type Kind, type Part } from './model.ts';
import type { Done } from './operations-documents.ts';

const NOTHING: Done = { refused: 'nothing there' };

/** A row of the statement as the bank knows it, whether it was imported or not. */
interface Row {
  readonly date: string;
  readonly minor: number;
  readonly text: string;
}

interface Bank {
  readonly account: BankAccountId;
  readonly folder: string;
  readonly rows: Row[];
  files: number;
}

const banks = new WeakMap<Driver, Bank>();

/** The company's one account; made before anything is done. */
export const openBank = async (driver: Driver): Promise<void> => {
  const { id } = await driver.admin('bank-account create', (ctx) =>
    createAccount(ctx, {
      name: 'Banco',
      currency: driver.entity.currency,
      account_type: 'checking',
      account_number_masked: null,
    }),
  );
  const folder = temporaryFolder('folio-property-');
  banks.set(driver, { account: id as BankAccountId, folder, rows: [], files: 0 });
};

const bankOf = (driver: Driver): Bank => banks.get(driver) ?? assert.fail('the company has no bank');

const nameOf = async ({ service, entity }: Driver, id: string): Promise<string> => {
  const ctx = { db: service.database.reader, entity };
  const { name } = await scoped(ctx, 'counterparty')
    .select()
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
};

const folioOf = async (driver: Driver, doc: Doc): Promise<string> => {
  const ctx = { db: driver.service.database.reader, entity: driver.entity };
  const row =
    doc.kind === 'invoice'
      ? await scoped(ctx, 'invoice').select().select('number').where('id', '=', doc.id).executeTakeFirst()
      : await scoped(ctx, 'bill')
          .select()
          .select('bill_number as number')
          .where('id', '=', doc.id)
          .executeTakeFirst();
  return row?.number ?? '';
};

/** What may be booked apart as a difference, in minor units. */
const LIMIT = 99;

const newRow = async (driver: Driver): Promise<Row> => {
  const { random, model, at, entity } = driver;
  const open = [...model.docs.values()].filter((doc) => isOpen(doc) && doc.currency === entity.currency);
  const date = addDays(at().today, -random.int(0, 20));
  if (open.length === 0 || random.chance(0.25)) {
    return {
      date,
      minor: random.int(1, 90_000) * (random.chance(0.5) ? 1 : -1),
      text: random.pick(['COMISION', 'DEPOSITO', 'PAGO']),
    };
  }
  const doc = random.pick(open);
  const balance = balanceOf(doc);
  const minor = random.pick([
    () => balance,
    () => balance,
    () => random.int(1, balance),
    () => Math.max(1, balance + random.int(-LIMIT, LIMIT)),
    () => balance + random.int(1, 3 * LIMIT),
  ])();
  const words = [
    random.chance(0.8) ? await nameOf(driver, doc.counterparty_id) : '',
    random.chance(0.7) ? await folioOf(driver, doc) : '',
  ].join(' ');
  return {
    date,
    minor: doc.kind === 'invoice' ? minor : -minor,
    text: `SPEI ${words}`.replace(/[\s",;]+/g, ' ').trim(),
  };
};

/** A window of what the bank knows, with some rows that are new: what was imported before is not added again. */
export const statement = async (driver: Driver): Promise<Done> => {
  const bank = bankOf(driver);
  const { random } = driver;
  const fresh = random.int(0, 6);
  for (let made = 0; made < fresh; made += 1) {
    const row = await newRow(driver);
    bank.rows.push(row);
    if (random.chance(0.15)) bank.rows.push(row);
  }
  // A bank lists whole days, so that twins stand in one file.
  const days = [...new Set(bank.rows.map(({ date }) => date))].toSorted();
  const from = days[random.int(0, Math.max(0, days.length - 1))] ?? '9999';
  const rows = bank.rows.filter(({ date }) => date >= from).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  if (rows.length === 0) return NOTHING;
  bank.files += 1;
  const file = join(bank.folder, `${bank.files}.csv`);
  const { currency } = driver.entity;
  writeFileSync(
    file,
    [
      'date,description,amount',
      ...rows.map(({ date, minor, text }) => `${date},${text},${wireOf(minor, currency).toFixed(2)}`),
    ].join('\n'),
  );
  const admin = adminOn(driver.service.databaseUrl, new Date(driver.at().now));
  const ctx = { db: driver.service.database.reader, entity: driver.entity };
  const statements = async (): Promise<number> =>
    (await scoped(ctx, 'bank_statement').select().select('id').execute()).length;
  const earlier = await statements();
  const importIt = (...signs: string[]) =>
    admin.run('statement', 'import', file, '--bank-account', bank.account, '--json', ...signs);
  let told = await importIt();
  // Amounts of one sign beside a description such as DEPOSITO: the sign that stands there is the right one.
  if (told.err.includes('statement_column_unclear'))
    told = await importIt('--map-columns', 'description="description"');
  assert.equal(told.code, 0, told.out + told.err);
  return (await statements()) > earlier ? { changed: [] } : { refused: 'the same file again' };
};

/** As many lines as the bank knows of, up to the days that were imported; twins and all. */
export const checkImported = async (driver: Driver): Promise<void> => {
  const bank = bankOf(driver);
  const ctx = { db: driver.service.database.reader, entity: driver.entity };
  const stored = await scoped(ctx, 'bank_transaction')
    .select()
    .select(['date', 'amount_minor', 'transaction_type', 'description'])
    .execute();
  const keyOf = (row: Row): string => `${row.date} ${row.minor} ${row.text.trim()}`;
  const left = bank.rows.map(keyOf);
  for (const { date, amount_minor, transaction_type, description } of stored) {
    const key = keyOf({
      date,
      minor: transaction_type === 'credit' ? amount_minor : -amount_minor,
      text: description,
    });
    const at = left.indexOf(key);
    assert.notEqual(at, -1, `${key} was imported more often than the bank has it`);
    left.splice(at, 1);
  }
};

interface Line {
  readonly id: BankTransactionId;
  readonly amount_minor: number;
  readonly transaction_type: 'credit' | 'debit';
  readonly currency: string;
}

const anyLine = async (
  driver: Driver,
  statuses: readonly ('unmatched' | 'suggested' | 'confirmed' | 'no_match')[],
): Promise<Line | undefined> => {
  const ctx = { db: driver.service.database.reader, entity: driver.entity };
  const rows = await scoped(ctx, 'bank_transaction')
    .select()
    .select(['id', 'amount_minor', 'transaction_type', 'currency'])
    .where('match_status', 'in', statuses)
    .orderBy('id')
    .execute();
  return rows.length === 0 ? undefined : (driver.random.pick(rows) as Line);
};

const kindOf = ({ transaction_type }: Line): Kind => (transaction_type === 'credit' ? 'invoice' : 'bill');

/** Takes a payment that the service made into the model, and holds it against what is known of its documents. */
const takeIn = async (driver: Driver, paymentId: string): Promise<void> => {
  const { model, service, entity } = driver;
  const ctx = { db: service.database.reader, entity };
  const row = await scoped(ctx, 'payment')
    .select()
    .selectAll()
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const allocations = await scoped(ctx, 'payment_allocation')
    .select()
    .selectAll()
    .where('payment_allocation.payment_id', '=', paymentId)
    .execute();
  const parts: Part[] = allocations.map((allocation) => {
    const doc = model.docs.get(allocation.record_id) ?? assert.fail(allocation.record_id);
    assert.ok(isOpen(doc), `${doc.id} was open`);
    const { amount_minor, payment_minor } = allocation;
    if (doc.currency === row.currency && payment_minor !== amount_minor) {
      assert.equal(amount_minor, balanceOf(doc), `${doc.id} is settled whole beside a difference`);
      assert.ok(Math.abs(payment_minor - amount_minor) <= LIMIT, 'a small one');
    }
    if (doc.kind === 'invoice')
      assert.ok(allocation.amount_minor <= balanceOf(doc), `${doc.id} is not overpaid`);
    doc.paid += allocation.amount_minor;
    return { doc, amount: allocation.amount_minor, payment: allocation.payment_minor };
  });
  const [first] = parts;
  assert.ok(first !== undefined);
  assert.ok(
    parts.every(({ doc }) => doc.counterparty_id === row.counterparty_id && doc.kind === first.doc.kind),
  );
  const { id, currency, paid_on, counterparty_id } = row;
  model.payments.set(id, {
    id,
    kind: first.doc.kind,
    counterparty_id,
    currency,
    amount: row.amount_minor,
    paid_on,
    unallocated: row.unallocated_minor,
    surplus: row.surplus_minor,
    takenBack: [],
    parts,
  });
  const taken = parts.reduce((sum, { payment }) => sum + payment, 0);
  assert.deepEqual(
    [row.unallocated_minor, row.surplus_minor],
    [row.amount_minor - taken, row.amount_minor - taken],
  );
  if (first.doc.kind === 'bill')
    assert.equal(row.surplus_minor, 0, 'what is paid too much overpays the bill');
  else if (row.surplus_minor > 0) assert.equal(balanceOf(first.doc), 0, 'credit is what the invoice left');
};

export const match = async (driver: Driver): Promise<Done> => {
  const { account } = bankOf(driver);
  const ctx = { db: driver.service.database.reader, entity: driver.entity };
  const { payments, reversed } = driver.model;
  const earlier = new Set([...payments.keys(), ...reversed.keys()]);
  const run = await driver.client.run_ai_matching({ bank_account_id: account });
  if (run.replayed || run.auto_confirmed + run.suggested === 0) return { refused: 'nothing found' };
  const made = await scoped(ctx, 'payment').select().select('id').orderBy('id').execute();
  const fresh = made.filter(({ id }) => !earlier.has(id));
  assert.equal(fresh.length, run.auto_confirmed, 'a payment for each confirmed line');
  for (const { id } of fresh) await takeIn(driver, id);
  return { changed: fresh.map(({ id }) => id) };
};

export const confirm = async (driver: Driver): Promise<Done> => {
  const line = await anyLine(driver, ['unmatched', 'suggested', 'confirmed']);
  if (line === undefined) return NOTHING;
  const { random, model } = driver;
  const documents = model.documents(kindOf(line));
  if (documents.length === 0) return NOTHING;
  const fitting = documents.filter(
    (doc) => isOpen(doc) && balanceOf(doc) >= line.amount_minor - LIMIT && doc.currency === line.currency,
  );
  const doc = random.pick(fitting.length > 0 && random.chance(0.8) ? fitting : documents);
  const create_payment = random.chance(0.8);
  const additional_payment = create_payment && random.chance(0.5);
  const outcome = await outcomeOf(
    driver.client.confirm_bank_match({
      transaction_id: line.id,
      matched_record_id: doc.id,
      create_payment,
      additional_payment,
    }),
  );
  if ('refused' in outcome) return outcome;
  const { payment } = outcome.done;
  if (create_payment) await takeIn(driver, payment?.id ?? assert.fail('no payment was made'));
  return { changed: [line.id] };
};

/** Over up to three documents of one counterparty, the last of which takes what is left. */
export const split = async (driver: Driver): Promise<Done> => {
  const line = await anyLine(driver, ['unmatched', 'suggested']);
  if (line === undefined) return NOTHING;
  const { random, model } = driver;
  const open = model.documents(kindOf(line)).filter((doc) => isOpen(doc) && doc.currency === line.currency);
  if (open.length === 0) return NOTHING;
  const { counterparty_id } = random.pick(open);
  const chosen = open.filter((doc) => doc.counterparty_id === counterparty_id).slice(0, 3);
  let left = line.amount_minor;
  const whole = closest(chosen, left);
  if (whole !== undefined) return confirmSplit(driver, line, [[whole, balanceOf(whole)]]);
  const parts = chosen.flatMap((doc, index) => {
    const minor = index === chosen.length - 1 ? left : Math.min(left, random.int(1, balanceOf(doc)));
    left -= minor;
    return minor === 0 ? [] : [[doc, minor] as const];
  });
  return confirmSplit(driver, line, parts);
};

/** One whose balance is the line but for a difference. */
const closest = (docs: readonly Doc[], minor: number): Doc | undefined =>
  docs.find((doc) => balanceOf(doc) !== minor && Math.abs(balanceOf(doc) - minor) <= LIMIT);

const confirmSplit = async (
  driver: Driver,
  line: Line,
  parts: readonly (readonly [Doc, number])[],
): Promise<Done> => {
  const allocations = parts.map(([doc, minor]) => ({
    matched_record_id: doc.id,
    amount: wireOf(minor, line.currency),
  }));
  const outcome = await outcomeOf(driver.client.confirm_bank_match({ transaction_id: line.id, allocations }));
  if ('refused' in outcome) return outcome;
  await takeIn(driver, outcome.done.payment?.id ?? assert.fail('no payment was made'));
  return { changed: [line.id] };
};

export const reject = async (driver: Driver): Promise<Done> => {
  const line = await anyLine(driver, ['suggested']);
  if (line === undefined) return NOTHING;
  const outcome = await outcomeOf(driver.client.reject_ai_suggestion({ transaction_id: line.id }));
  return 'refused' in outcome ? outcome : { changed: [line.id] };
};

export const undo = async (driver: Driver): Promise<Done> => {
  const line = await anyLine(driver, ['confirmed']);
  if (line === undefined) return NOTHING;
  const { model, service, entity } = driver;
  const ctx = { db: service.database.reader, entity };
  const [found] = await scoped(ctx, 'bank_match')
    .select()
    .select(['payment_id', 'payment_made'])
    .where('bank_transaction_id', '=', line.id)
    .execute();
  const outcome = await outcomeOf(driver.admin('bank match undo', (change) => undoMatch(change, line.id)));
  if ('refused' in outcome) return outcome;
  if (found?.payment_made === true && found.payment_id !== null) {
    model.reverse(found.payment_id);
  }
  return { changed: [line.id] };
};

export const noMatch = async (driver: Driver): Promise<Done> => {
  const line = await anyLine(driver, ['unmatched', 'suggested', 'confirmed']);
  if (line === undefined) return NOTHING;
  const outcome = await outcomeOf(driver.admin('bank no-match', (change) => markNoMatch(change, line.id)));
  return 'refused' in outcome ? outcome : { changed: [line.id] };
};
