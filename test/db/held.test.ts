// Statements that go with the next one: nothing of a transaction is stored in part, whatever one of them meets.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { openDatabase, type Database, type Writer } from '../../src/db/database.ts';
import { readErrno } from '../../src/db/errno.ts';
import { markHeld, markSure } from '../../src/db/held.ts';
import { asDay } from '../../src/base/time/day.ts';
import { addOpenPart } from '../../src/domain/documents/shared/store/open-months.ts';
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
  proxy.packets.length = 0;
});

const row = (id: string) => ({ id, name: '', created_at: '2026-01-01 00:00:00.000' });
const hold = (db: Writer, query: CompiledQuery): Promise<unknown> => db.executeQuery(markHeld(query));
const insertion = (db: Writer, id: string): CompiledQuery =>
  db.insertInto('organisation').values(row(id)).compile();
const read = (db: Pick<Database['kysely'], 'selectFrom'>): Promise<string[]> =>
  db
    .selectFrom('organisation')
    .select('id')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ id }) => id));
const stored = (): Promise<string[]> => read(database.kysely);

test('they are sent in one packet with the next, in their order, and are there for it', async () => {
  const seen = await inTransaction(proxied, async (db) => {
    await read(db);
    for (const id of ['a', 'b']) await hold(db, insertion(db, id));
    return read(db);
  });
  assert.deepEqual(seen, ['a', 'b']);
  assert.deepEqual(await stored(), ['a', 'b']);
  const groups = proxy.packets
    .filter((each) => each.length > 0)
    .map((each) => each.map((text) => text.slice(0, 6)));
  assert.deepEqual(groups.at(-1), ['commit']);
  assert.deepEqual(groups.at(-2), ['insert', 'insert', 'select']);
});

test('COMMIT is not sent before the answers to them', async () => {
  await inTransaction(proxied, async (db) => {
    for (const id of ['a', 'b']) await hold(db, insertion(db, id));
  });
  assert.deepEqual(await stored(), ['a', 'b']);
  assert.deepEqual(proxy.packets.at(-1), ['commit']);
  // Also without what `inTransaction` does before it.
  await proxied.kysely.transaction().execute((db) => hold(db as Writer, insertion(db as Writer, 'c')));
  assert.deepEqual(await stored(), ['a', 'b', 'c']);
  assert.deepEqual(proxy.packets.at(-1), ['commit']);
});

test('what one of them fails with fails the next, and is not taken for its own', async () => {
  await inTransaction(database, (db) => hold(db, insertion(db, 'a')));
  const refused = inTransaction(database, async (db) => {
    await hold(db, insertion(db, 'b'));
    await hold(db, insertion(db, 'a'));
    await hold(db, insertion(db, 'c'));
    await db.insertInto('organisation').values(row('d')).execute();
  });
  await assert.rejects(
    refused,
    (error) => readErrno(error) === undefined && /sent with the next/.test(String(error)),
  );
  assert.deepEqual(await stored(), ['a']);
});

test('whoever catches what one of them failed with stores nothing', async () => {
  await inTransaction(database, (db) => hold(db, insertion(db, 'a')));
  const refused = inTransaction(database, async (db) => {
    await hold(db, insertion(db, 'a'));
    await hold(db, insertion(db, 'b'));
    await assert.rejects(read(db), /sent with the next/);
  });
  await assert.rejects(refused, /sent with the next/);
  assert.deepEqual(await stored(), ['a']);
});

test('a row that is gone counts also where the next statement was refused, and that was caught', async () => {
  await inTransaction(database, (db) => hold(db, insertion(db, 'a')));
  let runs = 0;
  await inTransaction(database, async (db) => {
    runs += 1;
    const gone = db.updateTable('organisation').set({ name: 'x' }).where('id', '=', 'none').compile();
    if (runs === 1) await db.executeQuery(markSure(gone));
    await hold(db, insertion(db, `run ${runs}`));
    await assert.rejects(db.insertInto('organisation').values(row('a')).execute());
  });
  assert.equal(runs, 2);
  assert.deepEqual(await stored(), ['a', 'run 2']);
});

test('work that throws sends none of them', async () => {
  const thrown = new Error('refused');
  const refused = inTransaction(proxied, async (db) => {
    await hold(db, insertion(db, 'a'));
    throw thrown;
  });
  await assert.rejects(refused, thrown);
  assert.deepEqual(await stored(), []);
  assert.equal(
    proxy.packets.flat().some((text) => text.startsWith('insert')),
    false,
  );
});

test('a server that ends the transaction in the middle stores nothing of what follows', async () => {
  const refused = inTransaction(database, async (db) => {
    await hold(db, insertion(db, 'a'));
    // As some servers do by themselves when a transaction loses a conflict.
    await hold(db, CompiledQuery.raw('rollback /* by the server */'));
    await hold(db, insertion(db, 'b'));
    await hold(db, insertion(db, 'a'));
    await hold(db, insertion(db, 'a'));
    await db.insertInto('organisation').values(row('c')).execute();
  });
  await assert.rejects(refused);
  assert.deepEqual(await stored(), []);
});

test('a conflict among them stores nothing of what was sent with it, and the work runs again', async () => {
  for (const id of ['a', 'b']) await database.kysely.insertInto('organisation').values(row(id)).execute();
  let [runs, arrived] = [0, 0];
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  const append = (db: Writer, id: string, letter: string): CompiledQuery =>
    db
      .updateTable('organisation')
      .set(({ fn, ref, val }) => ({ name: fn<string>('concat', [ref('name'), val(letter)]) }))
      .where('id', '=', id)
      .compile();
  const crossing = (first: string, second: string, extra: string) =>
    inTransaction(database, async (db) => {
      runs += 1;
      await db.executeQuery(append(db, first, extra));
      arrived += 1;
      if (arrived === 2) open();
      await both;
      await hold(db, append(db, second, extra));
      await hold(db, insertion(db, extra));
      return read(db);
    });
  await Promise.all([crossing('a', 'b', 'x'), crossing('b', 'a', 'y')]);
  assert.ok(runs > 2, `${runs} runs`);
  // A statement that outlived its transaction would have stored its row, and the repeat would have failed on it.
  assert.deepEqual(await stored(), ['a', 'b', 'x', 'y']);
  const names = await database.kysely
    .selectFrom('organisation')
    .select('name')
    .where('id', 'in', ['a', 'b'])
    .execute();
  assert.deepEqual(
    names.map(({ name }) => [...name].sort().join('')),
    ['xy', 'xy'],
  );
});

describe('a connection that is lost', () => {
  const STATEMENTS = [
    'set autocommit = 0',
    "insert into `organisation` (`id`, `name`, `created_at`) values ('a'",
    "insert into `organisation` (`id`, `name`, `created_at`) values ('b'",
    'select',
  ];
  for (const begin of STATEMENTS)
    for (const fate of ['lost before', 'lost after'] satisfies Fate[])
      test(`${fate} "${begin.slice(0, 66)}": all is stored once, by running again`, async () => {
        let left = 1;
        proxy.fateOf = (statement) => (statement.startsWith(begin) && left-- > 0 ? fate : 'pass');
        await inTransaction(proxied, async (db) => {
          for (const id of ['a', 'b']) await hold(db, insertion(db, id));
          await read(db);
        });
        assert.deepEqual(await stored(), ['a', 'b']);
      });

  for (const fate of ['lost before', 'lost after'] satisfies Fate[])
    test(`${fate} COMMIT: whether it is stored is not known, and it is not repeated`, async () => {
      proxy.fateOf = (statement) => (statement === 'commit' ? fate : 'pass');
      const made = inTransaction(proxied, (db) => hold(db, insertion(db, 'a')));
      await assert.rejects(made, OutcomeUnknown);
      assert.deepEqual(await stored(), fate === 'lost before' ? [] : ['a']);
    });
});

describe('a server that refuses', () => {
  const refuseOnce = (begin: string): void => {
    let left = 1;
    proxy.fateOf = (statement) => (statement.startsWith(begin) && left-- > 0 ? 'garbled' : 'pass');
  };
  const alone = async (use: (one: Database) => Promise<void>): Promise<void> => {
    const one = await openDatabase(proxy.address, { connections: 1 });
    try {
      await use(one);
    } finally {
      await one.close();
    }
  };

  test('COMMIT: what is left open is not stored with what follows on the connection', () =>
    alone(async (one) => {
      refuseOnce('commit');
      await assert.rejects(
        inTransaction(one, (db) => hold(db, insertion(db, 'a'))),
        OutcomeUnknown,
      );
      await one.kysely.insertInto('organisation').values(row('b')).execute();
      assert.deepEqual(await stored(), ['b']);
    }));

  test('to wait for COMMIT: nothing is stored, of a stream neither', () =>
    alone(async (one) => {
      refuseOnce('set autocommit = 0');
      const refused = inTransaction(one, async (db) => {
        await hold(db, insertion(db, 'a'));
        await read(db);
      });
      await assert.rejects(refused);
      assert.deepEqual(await stored(), []);
      // Its connection is lost for a stream, so that the work runs again, and would meet a row that was stored by itself.
      refuseOnce('set autocommit = 0');
      await inTransaction(one, async (db) => {
        await hold(db, insertion(db, 'b'));
        for await (const _each of db.selectFrom('organisation').select('id').stream());
      });
      assert.deepEqual(await stored(), ['b']);
    }));

  test('to store at once: the connection is not used any more', () =>
    alone(async (one) => {
      await inTransaction(one, (db) => hold(db, insertion(db, 'a')));
      refuseOnce('set autocommit = 1');
      await assert.rejects(one.kysely.insertInto('organisation').values(row('b')).execute());
      await one.kysely.insertInto('organisation').values(row('c')).execute();
      assert.deepEqual(await stored(), ['a', 'c']);
    }));
});

test('a statement outside of a transaction is stored at once on the same connection', async () => {
  const one = await openDatabase(base.address, { connections: 1 });
  try {
    await inTransaction(one, (db) => hold(db, insertion(db, 'a')));
    await one.kysely.insertInto('organisation').values(row('b')).execute();
    assert.deepEqual(await stored(), ['a', 'b']);
    await inTransaction(one, (db) => hold(db, insertion(db, 'c')));
    const streamed: string[] = [];
    for await (const { id } of one.kysely.selectFrom('organisation').select('id').orderBy('id').stream())
      streamed.push(id);
    assert.deepEqual(streamed, ['a', 'b', 'c']);
    const refused = inTransaction(one, async (db) => {
      await hold(db, insertion(db, 'a'));
      for await (const _each of db.selectFrom('organisation').select('id').stream());
    });
    await assert.rejects(refused);
    assert.deepEqual(await stored(), ['a', 'b', 'c']);
  } finally {
    await one.close();
  }
});

test('a row that was known to be there and is gone: the transaction runs again and makes it', async () => {
  const entity = { id: 'enti_held' };
  const part = {
    kind: 'invoice',
    month: asDay('2026-03-01'),
    currency: 'MXN',
    slot: 7,
    document_count: 1,
  } as const;
  let runs = 0;
  const add = (balance_minor: number): Promise<void> =>
    inTransaction(database, async (db) => {
      runs += 1;
      const figures = new Map([['balance_minor', balance_minor] as const, ['document_count', 1] as const]);
      await addOpenPart({ db, entity }, { ...part, figures });
    });
  const sums = () =>
    database.kysely
      .selectFrom('open_month')
      .select(['balance_minor', 'document_count'])
      .where('entity_id', '=', entity.id)
      .execute();
  for (const minor of [100, 20]) await add(minor);
  assert.equal(runs, 2);
  assert.deepEqual(await sums(), [{ balance_minor: 120, document_count: 2 }]);
  // As a recount of another process does.
  await database.kysely.deleteFrom('open_month').where('entity_id', '=', entity.id).execute();
  await add(3);
  assert.equal(runs, 4);
  assert.deepEqual(await sums(), [{ balance_minor: 3, document_count: 1 }]);
});
