// Statements are sent ahead only where it was seen that they are answered.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createConnection, type PoolConnection } from 'mysql2';
import { openDatabase, type Database, type Writer } from '../../src/db/database.ts';
import { markHeld } from '../../src/db/held.ts';
import { driverOptions } from '../../src/db/pool.ts';
import { sendTogether, type Statement } from '../../src/db/together.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startProxy, type Proxy } from './proxy.ts';

let base: TestDatabase;
before(async () => void (base = await createTestDatabase()));
after(() => base.close());

const TRIAL = ['select 1 as answer', 'select 2 as answer'];

const hold = (db: Writer, id: string): Promise<unknown> =>
  db.executeQuery(
    markHeld(
      db.insertInto('organisation').values({ id, name: '', created_at: '2026-01-01 00:00:00.000' }).compile(),
    ),
  );
const write = (database: Database, ...ids: readonly string[]): Promise<void> =>
  inTransaction(database, async (db) => {
    await db.selectFrom('organisation').select('id').execute();
    for (const id of ids) await hold(db, id);
  });
const stored = async (): Promise<string[]> => {
  const rows = await base.database.kysely.selectFrom('organisation').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};
const withProxy = async (
  use: (proxy: Proxy, open: () => Promise<Database>, said: readonly string[]) => Promise<void>,
) => {
  await base.database.kysely.deleteFrom('organisation').execute();
  const proxy = await startProxy(base.address);
  const [opened, said]: [Database[], string[]] = [[], []];
  const open = async (): Promise<Database> => {
    const database = await openDatabase(proxy.address, { connections: 1, say: (line) => said.push(line) });
    opened.push(database);
    return database;
  };
  try {
    await use(proxy, open, said);
  } finally {
    for (const database of opened) await database.close();
    proxy.close();
  }
};
/** Those of several statements. */
const together = ({ packets }: Proxy): readonly (readonly string[])[] =>
  packets.filter(({ length }) => length > 1);
const trials = (proxy: Proxy): number =>
  together(proxy).filter((each) => each.join() === TRIAL.join()).length;
const until = async (holds: () => boolean): Promise<void> => {
  for (let left = 800; !holds() && left > 0; left -= 1) await new Promise((done) => setTimeout(done, 10));
  assert.ok(holds());
};

test('it is tried once, and then used', () =>
  withProxy(async (proxy, open, said) => {
    const database = await open();
    await Promise.all([write(database, 'a', 'b'), write(database, 'c', 'd')]);
    assert.deepEqual(await stored(), ['a', 'b', 'c', 'd']);
    assert.equal(trials(proxy), 1);
    assert.equal(together(proxy).filter((each) => each.at(-1)?.startsWith('insert')).length, 2);
    assert.deepEqual(said, []);
  }));

test('a proxy that drops what comes ahead gets statements one by one, and that is said', () =>
  withProxy(async (proxy, open, said) => {
    proxy.takesAhead = false;
    const database = await open();
    const writing = write(database, 'a', 'b');
    await until(() => said.length > 0);
    await writing;
    await write(database, 'c', 'd');
    assert.deepEqual(await stored(), ['a', 'b', 'c', 'd']);
    assert.equal(together(proxy).length, trials(proxy));
    assert.match(said.join('|'), /^[^|]*each statement is sent alone[^|]*$/);
    const tried = trials(proxy);
    const second = await open();
    await write(second, 'e', 'f');
    assert.deepEqual([trials(proxy), said.length], [tried, 2]);
    assert.equal(together(proxy).length, tried);
  }));

test('a connection that is lost at the trial proves nothing', () =>
  withProxy(async (proxy, open, said) => {
    let left = 1;
    proxy.fateOf = (text) => (text === TRIAL[1] && left-- > 0 ? 'lost before' : 'pass');
    const database = await open();
    await write(database, 'a', 'b');
    await until(() => trials(proxy) >= 2);
    assert.deepEqual([said, await stored()], [[], ['a', 'b']]);
  }));

test('a connection that was lost: the next one is tried', () =>
  withProxy(async (proxy, open, said) => {
    const database = await open();
    let left = 1;
    proxy.fateOf = (text) => (text.startsWith('insert') && left-- > 0 ? 'lost before' : 'pass');
    await write(database, 'a', 'b');
    assert.deepEqual([trials(proxy), said, await stored()], [2, [], ['a', 'b']]);
    // Now there is another server behind the address.
    proxy.fateOf = (text) => {
      if (!text.startsWith('insert')) return 'pass';
      proxy.takesAhead = false;
      return 'lost before';
    };
    await write(database, 'c', 'd');
    await until(() => said.length === 1);
    assert.deepEqual(await stored(), ['a', 'b', 'c', 'd']);
  }));

test('the driver as it is installed sends them at once; any other sends one after the other', () =>
  withProxy(async (proxy) => {
    const connection = createConnection(driverOptions(proxy.address));
    try {
      await new Promise<void>((done, failed) => connection.ping((error) => (error ? failed(error) : done())));
      const ask = (raw: object, asked: readonly Statement[]): Promise<string> => {
        proxy.packets.length = 0;
        const found: unknown[] = [];
        return new Promise((done) => {
          sendTogether(
            raw as PoolConnection,
            asked,
            (_at, _statement, error, result) => {
              found.push(error ?? result);
              if (found.length === asked.length) done(JSON.stringify(found));
            },
            true,
          );
        });
      };
      const short = ['select 1 as n', 'select 2 as n', 'select 3 as n'];
      const plain: readonly Statement[] = short.map((text) => ({ text, parameters: [] }));
      const right = '[[{"n":1}],[{"n":2}],[{"n":3}]]';
      assert.equal(await ask(connection, plain), right);
      assert.deepEqual(proxy.packets, [short]);
      // A driver whose parts are named otherwise, of the connection or of its commands.
      const others = [
        { query: connection.query.bind(connection) },
        new Proxy(connection, {
          get: (of, name) =>
            name === 'query'
              ? (text: string, values: unknown[], done: () => void) =>
                  void connection.query(text, values, done)
              : (Reflect.get(of, name) as unknown),
        }),
      ];
      for (const other of others) {
        assert.equal(await ask(other, plain), right);
        assert.deepEqual(
          proxy.packets,
          short.map((text) => [text]),
        );
      }
      const long = plain.with(1, { text: 'select length(?) as n', parameters: ['x'.repeat(1_100_000)] });
      assert.equal(await ask(connection, long), '[[{"n":1}],[{"n":1100000}],[{"n":3}]]');
      assert.deepEqual(proxy.packets[0], ['select 1 as n']);
      assert.deepEqual(proxy.packets.at(-1), ['select 3 as n']);
    } finally {
      connection.destroy();
    }
  }));
