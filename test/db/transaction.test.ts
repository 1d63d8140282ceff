import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, type Database, type Writer } from '../../src/db/database.ts';
import { readErrno } from '../../src/db/errno.ts';
import { inTransaction, OutcomeUnknown } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProxy, type Fate, type Proxy } from './proxy.ts';

let base: TestDatabase;
let database: Database;
let proxy: Proxy;
let proxied: Database;

before(async () => {
  base = await createTestDatabase();
  database = base.database;
  proxy = await startProxy(base.address);
  proxied = await openDatabase(proxy.address, { connections: 2 });
});

after(async () => {
  await proxied.close();
  proxy.close();
  await base.close();
});

beforeEach(async () => {
  proxy.fateOf = () => 'pass';
  await database.kysely.deleteFrom('organisation').execute();
  await insert(database, 'a');
  await insert(database, 'b');
});

const insert = (db: Database, id: string) =>
  db.kysely
    .insertInto('organisation')
    .values({ id, name: '', created_at: '2026-01-01 00:00:00.000' })
    .execute();

const append = (db: Writer, id: string, letter: string) =>
  db
    .updateTable('organisation')
    .set(({ fn, ref, val }) => ({ name: fn<string>('concat', [ref('name'), val(letter)]) }))
    .where('id', '=', id)
    .execute();

const names = async (): Promise<string[]> =>
  (await database.reader.selectFrom('organisation').select('name').orderBy('id').execute()).map(
    ({ name }) => name,
  );

/** Lets each fate happen once, at the first statement that starts with its text. */
const once = (fates: Record<string, Fate>) => {
  const left = new Map(Object.entries(fates));
  return (statement: string): Fate => {
    for (const [begin, fate] of left) {
      if (!statement.startsWith(begin)) continue;
      left.delete(begin);
      return fate;
    }
    return 'pass';
  };
};

test('what the function throws is thrown on, and nothing is stored', async () => {
  const refusal = new Error('refused');
  const refused = inTransaction(database, async (db) => {
    await append(db, 'a', 'x');
    throw refusal;
  });
  await assert.rejects(refused, refusal);
  assert.deepEqual(await names(), ['', '']);
});

test('two transactions that deadlock are both applied, one of them by running again', async () => {
  let runs = 0;
  let arrived = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  const meet = (): Promise<void> | undefined => {
    arrived += 1;
    if (arrived === 2) open();
    return arrived <= 2 ? both : undefined;
  };
  const change = (first: string, second: string, letter: string) =>
    inTransaction(database, async (db) => {
      runs += 1;
      await append(db, first, letter);
      await meet();
      await append(db, second, letter);
    });
  await Promise.all([change('a', 'b', '1'), change('b', 'a', '2')]);
  const [a, b] = await names();
  assert.equal(a, b);
  assert.ok(a === '12' || a === '21');
  assert.equal(runs, 3);
});

test('after a conflict that the function hides nothing more is stored, and the function runs again', async () => {
  let runs = 0;
  let heavier: Promise<void> | undefined;
  await inTransaction(database, async (db) => {
    runs += 1;
    await append(db, 'a', 'x');
    if (runs === 1) {
      heavier = (await deadlockWithHeavier()).done;
      await assert.rejects(append(db, 'b', 'x'), (error) => readErrno(error) === 1213);
    }
    // Without the guard the server would store this at once, outside any transaction.
    await append(db, 'b', 'x');
  });
  await heavier;
  assert.equal(runs, 2);
  assert.deepEqual((await names()).slice(0, 2), ['yx', 'yx']);
});

/** Holds `b` and waits for `a`. The server ends the transaction that has changed fewer rows, so not this one. */
const deadlockWithHeavier = async (): Promise<{ done: Promise<void> }> => {
  let hold: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => (hold = resolve));
  const done = inTransaction(database, async (db) => {
    const created_at = '2026-01-01 00:00:00.000';
    const rows = Array.from({ length: 50 }, (_, index) => ({ id: `z${index}`, name: '', created_at }));
    await db.insertInto('organisation').values(rows).execute();
    await append(db, 'b', 'y');
    hold();
    await append(db, 'a', 'y');
  });
  await holding;
  // The other one has to wait for `a` by now.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { done };
};

test('a connection lost before COMMIT is replaced and the function runs again', async () => {
  proxy.fateOf = once({ 'update `organisation`': 'lost after' });
  let runs = 0;
  await inTransaction(proxied, async (db) => {
    runs += 1;
    await append(db, 'a', 'x');
    await append(db, 'b', 'x');
  });
  assert.equal(runs, 2);
  assert.deepEqual(await names(), ['x', 'x']);
});

for (const [fate, stored] of [
  ['lost before', ''],
  ['lost after', 'x'],
] as const) {
  test(`a COMMIT that is ${fate} the server answers has an unknown outcome and is not repeated`, async () => {
    proxy.fateOf = once({ commit: fate });
    let runs = 0;
    const outcome = inTransaction(proxied, async (db) => {
      runs += 1;
      await append(db, 'a', 'x');
    });
    await assert.rejects(outcome, OutcomeUnknown);
    assert.equal(runs, 1);
    assert.deepEqual(await names(), [stored, '']);
  });
}

test('a failing ROLLBACK does not hide why it was needed', async () => {
  proxy.fateOf = once({ rollback: 'lost before' });
  const doubled = inTransaction(proxied, async (db) => {
    await db
      .insertInto('organisation')
      .values({ id: 'a', name: '', created_at: '2026-01-01 00:00:00.000' })
      .execute();
  });
  await assert.rejects(doubled, (error) => readErrno(error) === 1062);
  await append(proxied.kysely as Writer, 'a', 'y');
  assert.deepEqual(await names(), ['y', '']);
});

test('a transaction that never gets through ends with the conflict', { timeout: 30_000 }, async () => {
  let runs = 0;
  const never = inTransaction(database, () => {
    runs += 1;
    return Promise.reject(Object.assign(new Error('Deadlock found'), { errno: 1213 }));
  });
  await assert.rejects(never, { errno: 1213 });
  assert.equal(runs, 10);
});
