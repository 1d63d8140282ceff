// A DATABASE_URL with several hosts: the server that takes writes is found, and found again after it has ended.
import assert from 'node:assert/strict';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createMysql } from 'mysql2';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseAddress } from '../../src/base/database-address.ts';
import { openDatabase } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Way {
  readonly port: number;
  /** Cuts what goes through it and refuses more, or lets everything hang. */
  kill(): void;
  hang(): void;
  open(): Promise<void>;
}

let base: TestDatabase;
const ways: Way[] = [];

/** A way to the test's server under a port of its own, as a cluster has one for each node. */
const startWay = async (port = 0): Promise<Way> => {
  const sockets = new Set<Socket>();
  let hangs = false;
  const { address } = base;
  const accept = (client: Socket): void => {
    const upstream = address.socket === null ? connect(address.port, address.host) : connect(address.socket);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => hangs || upstream.write(data));
    upstream.on('data', (data) => hangs || client.write(data));
  };
  let listener: Server | undefined;
  const open = async (): Promise<void> => {
    hangs = false;
    listener = createServer(accept);
    await new Promise<void>((resolve) => listener?.listen(way.port, '127.0.0.1', resolve));
    way.port = (listener.address() as AddressInfo).port;
  };
  const kill = (): void => {
    listener?.close();
    for (const socket of sockets) socket.destroy();
  };
  const way = { port, kill, open, hang: () => void (hangs = true) };
  await open();
  ways.push(way);
  return way;
};

const through = (...to: readonly { readonly port: number }[]): DatabaseAddress => {
  const [first, ...others] = to.map(({ port }) => ({ host: '127.0.0.1', port }));
  assert.ok(first !== undefined);
  return { ...base.address, socket: null, ...first, others };
};

/** A server that says what a replica says of itself, and accepts any login. */
const startReplica = async (): Promise<{ port: number; close(): void }> => {
  const server = createMysql((connection) => {
    connection.on('error', () => undefined);
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '10.11.11-MariaDB',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 224,
      capabilityFlags: 0x00_80_a2_0f,
      authCallback: (_login: unknown, done: (error: null) => void) => {
        done(null);
        Reflect.set(connection, 'sequenceId', 0);
      },
    });
    connection.on('query', (text: string) => {
      const rows = text.includes('read_only') ? [{ Variable_name: 'read_only', Value: 'ON' }] : [];
      const columns = ['Variable_name', 'Value'].map((name) => ({
        catalog: 'def',
        schema: '',
        table: '',
        orgTable: '',
        name,
        orgName: name,
        characterSet: 33,
        columnLength: 100,
        columnType: 253,
        flags: 0,
        decimals: 0,
      }));
      Reflect.set(connection, 'sequenceId', 1);
      connection.writeTextResult(rows, columns as never);
      Reflect.set(connection, 'sequenceId', 0);
    });
  });
  const listener = Reflect.get(server, '_server') as Server;
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return { port: (listener.address() as AddressInfo).port, close: () => listener.close() };
};

before(async () => {
  base = await createTestDatabase();
});
after(async () => {
  for (const way of ways) way.kill();
  await base.close();
});

const write = (database: Parameters<typeof inTransaction>[0], id: string): Promise<unknown> =>
  inTransaction(database, (db) =>
    db.insertInto('organisation').values({ id, name: id, created_at: '2026-01-01 00:00:00.000' }).execute(),
  );

const written = async (): Promise<readonly string[]> => {
  const rows = await base.database.reader.selectFrom('organisation').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

test('a server that ends in the middle of its work costs nobody an error, and nothing is written twice', async () => {
  const [one, two] = [await startWay(), await startWay()];
  const said: string[] = [];
  const database = await openDatabase(through(one, two), { connections: 4, say: (line) => said.push(line) });
  const ids = Array.from({ length: 60 }, (_, index) => `killed_${String(index).padStart(2, '0')}`);
  const writes = ids.map(async (id, index) => {
    await pause(index * 4);
    await write(database, id);
  });
  await pause(100);
  const began = performance.now();
  one.kill();
  const outcomes = await Promise.allSettled(writes);
  assert.ok(performance.now() - began < 10_000);
  const lost = outcomes.filter(({ status }) => status === 'rejected');
  // A commit whose reply was cut off is not known, and says so; everything else was tried again.
  for (const outcome of lost)
    assert.match(
      String(outcome.status === 'rejected' && outcome.reason),
      /lost while the transaction was being committed/,
    );
  const there = (await written()).filter((id) => id.startsWith('killed_'));
  assert.equal(new Set(there).size, there.length);
  outcomes.forEach(({ status }, index) =>
    assert.ok(status === 'rejected' || there.includes(ids[index] ?? '')),
  );
  assert.equal(
    said.at(-1),
    `The database is written to at 127.0.0.1:${two.port} from now on, no more at 127.0.0.1:${one.port}.`,
  );
  await database.close();
});

test('a server that hangs is left within seconds', async () => {
  const [one, two] = [await startWay(), await startWay()];
  const database = await openDatabase(through(one, two), { connections: 2 });
  await write(database, 'before_hang');
  one.hang();
  const began = performance.now();
  await write(database, 'after_hang');
  assert.ok(performance.now() - began < 5_000);
  assert.equal((await written()).filter((id) => id === 'after_hang').length, 1);
  await database.close();
});

test('while no server takes writes callers wait, and go on when one does', async () => {
  const [one, two] = [await startWay(), await startWay()];
  const database = await openDatabase(through(one, two), { connections: 2 });
  await write(database, 'before_outage');
  one.kill();
  two.kill();
  const waiting = write(database, 'after_outage');
  await pause(300);
  await two.open();
  await waiting;
  assert.ok((await written()).includes('after_outage'));
  await database.close();
});

test('a read-only server is passed over, and when it is the only one the start says so', async () => {
  const [way, replica] = [await startWay(), await startReplica()];
  const database = await openDatabase(through(replica, way), { connections: 2 });
  await write(database, 'beside_replica');
  assert.equal((await sql<{ one: number }>`select 1 as one`.execute(database.kysely)).rows[0]?.one, 1);
  await database.close();
  way.kill();
  await assert.rejects(openDatabase(through(replica, way), { acquire_timeout_ms: 500 }), {
    name: 'StartError',
    message: `None of the database servers takes writes: 127.0.0.1:${replica.port} is read-only, 127.0.0.1:${way.port} refuses connections. Check DATABASE_URL.`,
  });
  replica.close();
});
