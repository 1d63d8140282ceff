import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server as Listener } from 'node:net';
import { after, before, test } from 'node:test';
import type { DatabaseAddress } from '../../src/base/database-address.ts';
import { openDatabase } from '../../src/db/database.ts';
import { readVersion } from '../../src/db/server.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/database.ts';

let base: EmptyDatabase;
let web: Listener;
let webPort: number;

before(async () => {
  base = await createEmptyDatabase();
  web = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  webPort = (web.address() as AddressInfo).port;
});
after(async () => {
  web.close();
  await base.drop();
});

const elsewhere = (place: Partial<DatabaseAddress>): DatabaseAddress => ({
  ...base.address,
  socket: null,
  ...place,
});

const says = async (address: DatabaseAddress, sentence: string | RegExp): Promise<void> => {
  await assert.rejects(openDatabase(address, { acquire_timeout_ms: 3_000 }), (error) => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'StartError', error.message);
    if (typeof sentence === 'string') assert.equal(error.message, `${sentence} Check DATABASE_URL.`);
    else assert.match(error.message, sentence);
    assert.ok(!error.message.includes(address.password));
    return true;
  });
};

test('an unknown host', () =>
  says(
    elsewhere({ host: 'no-such-host.invalid' }),
    /^The database host "no-such-host\.invalid" (is unknown|could not be looked up.*)\. Check DATABASE_URL\.$/,
  ));

test('a port where nothing listens', () =>
  says(elsewhere({ host: '127.0.0.1', port: 1 }), 'Nothing listens at the database address 127.0.0.1:1.'));

test('a socket that is not there', () =>
  says(
    { ...base.address, socket: '/tmp/no-such.sock' },
    'There is no database socket at /tmp/no-such.sock.',
  ));

test('something that does not speak the protocol', () =>
  says(
    elsewhere({ host: '127.0.0.1', port: webPort }),
    /^(What listens at|The database (server )?at) 127\.0\.0\.1:\d+ .*Check DATABASE_URL\.$/,
  ));

test('a wrong password', () =>
  says(
    { ...base.address, password: 'wrong-password' },
    `The database server at ${base.address.socket ?? `${base.address.host}:${base.address.port}`} refuses user "${base.address.user}" with this password.`,
  ));

test('an unknown database', () =>
  says(
    { ...base.address, database: 'no_such_database' },
    /^There is no database "no_such_database" on the server at .*; create it first\. Check DATABASE_URL\.$/,
  ));

test('which versions are new enough', () => {
  const versions: [string, string, boolean][] = [
    ['10.11.11-MariaDB-0+deb12u1', 'mariadb', true],
    ['11.4.2-MariaDB', 'mariadb', true],
    ['5.5.5-10.11.6-MariaDB', 'mariadb', true],
    ['10.6.18-MariaDB-0ubuntu0.22.04.1', 'mariadb', false],
    ['8.0.36', 'mysql', true],
    ['9.7.4', 'mysql', true],
    ['8.0.11-TiDB-v7.5.1', 'mysql', true],
    ['8.0.30-Vitess', 'mysql', true],
    ['5.7.44-log', 'mysql', false],
    ['unknown', 'mysql', false],
  ];
  for (const [version, engine, supported] of versions) {
    assert.deepEqual(readVersion(version), { engine, version, supported });
  }
});
