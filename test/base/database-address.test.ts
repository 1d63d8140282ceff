import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDatabaseUrl, parseDatabaseUrl } from '../../src/base/database-address.ts';

test('a URL is read with its escapes, its default port and its options', () => {
  assert.deepEqual(parseDatabaseUrl('mysql://us%40er:p%2Fw%3A@db.example/books'), {
    host: 'db.example',
    port: 3306,
    others: [],
    user: 'us@er',
    password: 'p/w:',
    database: 'books',
    socket: null,
    ssl: 'off',
  });
  const full = parseDatabaseUrl('mysql://u:p@[::1]:3307/b?socket=/run/x.sock&ssl=verify');
  assert.deepEqual([full.host, full.port, full.socket, full.ssl], ['::1', 3307, '/run/x.sock', 'verify']);
});

test('several hosts are the servers of one cluster, in the order of the URL', () => {
  const { host, port, others } = parseDatabaseUrl(
    'mysql://u:a%2Cb@db1, [::1]:3307,db3:3308/books?ssl=verify',
  );
  assert.deepEqual(
    [{ host, port }, ...others],
    [
      { host: 'db1', port: 3306 },
      { host: '::1', port: 3307 },
      { host: 'db3', port: 3308 },
    ],
  );
});

test('an address survives being written as a URL', () => {
  for (const url of [
    'mysql://us%40er:p%2Fw%3A%25@db.example:1/b%20c',
    'mysql://u:@[::1]:3307/b?socket=%2Fx+y&ssl=encrypt',
    'mysql://u:p%2C@[::1]:3307,db2:1/b?ssl=encrypt',
  ]) {
    const address = parseDatabaseUrl(url);
    assert.deepEqual(parseDatabaseUrl(formatDatabaseUrl(address)), address);
  }
});

const MUST =
  'it must look like mysql://user:password@host:port/database, or host1:port,host2:port for the servers of a cluster, with ?socket=/path or ?ssl=off|encrypt|verify if needed.';

for (const [url, why] of [
  ['nonsense', 'is not a URL'],
  ['postgres://u:secret@h/b', 'starts with "postgres:"'],
  ['mysql://u:secret@h', 'names no database'],
  ['mysql://u:secret@h/', 'names no database'],
  ['mysql://h/b', 'names no user'],
  ['mysql://u:secret@h/b?ssl=yes', 'has ssl=yes'],
  ['mysql://u:secret@h/b?socket=x', 'has socket=x, which is not an absolute path'],
  ['mysql://u:secret@h/b?timeout=1', 'has the unknown option "timeout"'],
  ['mysql://u:secret@db1,,db3/b', 'has nothing as host 2 of its list'],
  [
    'mysql://u:secret@db1,db2:70000/b',
    'names "db2:70000" as host 2 of its list, which is not host or host:port',
  ],
  ['mysql://u:secret@db1:3306,db1/b', 'names the host db1:3306 twice'],
  ['mysql://u:secret@db1,db2/b?socket=/x', 'names several hosts and a socket'],
  ['mysql://u:sec%ret@h/b', 'has a stray % in the password; write % as %25'],
] as const) {
  test(`a URL that ${why} is refused without repeating the password`, () => {
    assert.throws(() => parseDatabaseUrl(url), {
      name: 'StartError',
      message: `DATABASE_URL ${why}; ${MUST}`,
    });
  });
}
