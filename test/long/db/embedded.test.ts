import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseDatabaseUrl, type DatabaseAddress } from '../../../src/base/database-address.ts';
import { openKysely } from '../../../src/db/database.ts';
import { startEmbedded } from '../../../src/db/embedded/embedded.ts';
import { planLayout } from '../../../src/db/embedded/layout.ts';
import { isPidRunning } from '../../../src/db/embedded/process-identity.ts';
import { answers, runningPid } from '../../../src/db/embedded/server-process.ts';

const home = mkdtempSync('/tmp/folio-embedded-test-');
const layout = planLayout(home);
const children: ChildProcess[] = [];

after(() => {
  for (const child of children) child.kill('SIGKILL');
  const pid = runningPid(layout);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
  rmSync(layout.socketFolder, { recursive: true, force: true });
});

interface User {
  readonly address: DatabaseAddress;
  readonly process: ChildProcess;
  /** Gives the server up and waits for the end of the process. */
  leave(): Promise<void>;
  kill(): Promise<void>;
}

const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
const STARTED = `
  const { startEmbedded } = await import(${module('../../../src/db/embedded/embedded.js')});
  const { formatDatabaseUrl } = await import(${module('../../../src/base/database-address.js')});
  const say = (line) => process.stderr.write(line + '\\n');
  const options = { data_dir: ${JSON.stringify(home)}, download: true, say, profile: 'test' };
  const server = await startEmbedded(options);
  process.stdout.write(formatDatabaseUrl(server.address) + '\\n');`;
const run = (script: string, stdin: 'pipe' | 'ignore') =>
  spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: [stdin, 'pipe', 'inherit'] });

/** A process of its own that uses the server and gives it up when its input ends. */
const startUser = async (): Promise<User> => {
  const child = run(`${STARTED} process.stdin.on('end', () => void server.stop()).resume();`, 'pipe');
  children.push(child);
  const exited = once(child, 'exit');
  assert.ok(child.stdout !== null && child.stdin !== null);
  const { stdin } = child;
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    address: parseDatabaseUrl(line.trim()),
    process: child,
    leave: async () => {
      stdin.end();
      await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

const eventually = async (holds: () => boolean | Promise<boolean>, limit_ms = 10_000): Promise<void> => {
  const deadline = Date.now() + limit_ms;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `not within ${limit_ms} ms`);
    await pause(20);
  }
};

test(
  'several processes that start at once share one server; only the last one stops it',
  { timeout: 60_000 },
  async () => {
    const users = await Promise.all([startUser(), startUser(), startUser()]);
    const pid = runningPid(layout);
    assert.ok(pid !== undefined);
    for (const user of users.slice(0, 2)) {
      await user.leave();
      assert.equal(runningPid(layout), pid);
      assert.ok(await answers(user.address));
    }
    await users[2]?.leave();
    assert.ok(!isPidRunning(pid));
  },
);

test(
  'what was committed survives kill -9 of the service and of the server',
  { timeout: 60_000 },
  async () => {
    const first = await startUser();
    const kysely = openKysely(first.address, { connections: 1 });
    await sql`create table kept (id int primary key)`.execute(kysely);
    await sql`insert into kept values (1)`.execute(kysely);
    await kysely.destroy();
    const pid = runningPid(layout);
    await first.kill();
    assert.equal(runningPid(layout), pid, 'the server outlives its service');

    const second = await startUser();
    assert.equal(runningPid(layout), pid, 'and is taken over by the next one');
    await second.kill();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await eventually(() => runningPid(layout) === undefined);

    const third = await startUser();
    const again = openKysely(third.address, { connections: 1 });
    const { rows } = await sql`select id from kept`.execute(again);
    assert.deepEqual(rows, [{ id: 1 }]);
    await again.destroy();
    await third.leave();
  },
);

test('a server that dies while it is used is started again', { timeout: 60_000 }, async () => {
  const user = await startUser();
  const pid = runningPid(layout);
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGKILL');
  await eventually(() => !isPidRunning(pid));
  await eventually(() => answers(user.address), 20_000);
  await user.leave();
  assert.equal(runningPid(layout), undefined);
});

test('a server whose socket is removed is restarted with a new one', { timeout: 60_000 }, async () => {
  const user = await startUser();
  assert.equal(user.address.socket, join(home, 'mariadb', 'socket', 'mariadb.sock'), 'beside the data');
  const pid = runningPid(layout);
  rmSync(layout.socketFolder, { recursive: true, force: true });
  assert.equal(await answers(user.address), false);
  await eventually(() => answers(user.address), 20_000);
  assert.notEqual(runningPid(layout), pid);
  await user.kill();
  // The next one finds it running and out of reach, with nobody left to mend it.
  rmSync(layout.socketFolder, { recursive: true, force: true });
  const next = await startUser();
  assert.equal(await answers(next.address), true);
  await next.leave();
});

test('a suspended server is named instead of waited for', { timeout: 60_000 }, async () => {
  const user = await startUser();
  await user.kill();
  const pid = runningPid(layout);
  assert.ok(pid !== undefined);
  process.kill(pid, 'SIGSTOP');
  const before = Date.now();
  await assert.rejects(
    startEmbedded({ data_dir: home, download: false, say: () => undefined, profile: 'test' }),
    {
      message: `The private database server (process ${pid}) is suspended; let it go on with "kill -CONT ${pid}".`,
    },
  );
  assert.ok(Date.now() - before < 15_000);
  process.kill(pid, 'SIGCONT');
  await eventually(() => runningPid(layout) === undefined, 20_000);
});

test('a path too long for a socket has it in a folder of its own', () => {
  const short = planLayout('/srv/folio');
  assert.equal(short.socket, '/srv/folio/mariadb/socket/mariadb.sock');
  const long = planLayout(`/srv/${'f'.repeat(80)}`);
  assert.match(long.socket, /^\/tmp\/folio-[0-9a-f]{16}\/mariadb\.sock$/);
});

test('a process that ends without giving the server up leaves none behind', { timeout: 60_000 }, async () => {
  const child = run(`${STARTED} process.exit(3);`, 'ignore');
  children.push(child);
  assert.deepEqual((await once(child, 'exit'))[0], 3);
  await eventually(() => runningPid(layout) === undefined);
});

test('a set-up that was cut off is done again', { timeout: 60_000 }, async () => {
  const other = mkdtempSync('/tmp/folio-embedded-test-');
  const half = planLayout(other);
  mkdirSync(half.newData, { recursive: true });
  writeFileSync(join(half.newData, 'ibdata1'), 'half written');
  const server = await startEmbedded({
    data_dir: other,
    download: true,
    say: () => undefined,
    profile: 'test',
  });
  assert.ok(await answers(server.address));
  assert.ok(!readdirSync(half.home).includes('data.new'));
  assert.equal(statSync(half.password).mode & 0o777, 0o600);
  assert.equal(statSync(half.home).mode & 0o777, 0o700);
  assert.equal(statSync(half.socketFolder).mode & 0o777, 0o700);
  await server.stop();
  rmSync(other, { recursive: true, force: true });
  rmSync(half.socketFolder, { recursive: true, force: true });
});

const WHAT_TO_DO = `Do one of these and start again:
  Debian/Ubuntu:  sudo apt-get install --no-install-recommends mariadb-server-core
  macOS:          brew install mariadb
  existing server: export DATABASE_URL=mysql://user:password@host:3306/database   (MySQL 8.0+ or MariaDB 10.11+)`;

test('without a server and without leave to fetch one, a person is told what to do', async () => {
  const empty = mkdtempSync('/tmp/folio-embedded-test-');
  const start = startEmbedded({
    data_dir: empty,
    download: false,
    say: () => assert.fail('nothing else is said'),
    folders: ['/nowhere/bin', '/usr/local/sbin'],
    unpacked: join(empty, 'server'),
  });
  await assert.rejects(start, {
    name: 'StartError',
    message: `No MySQL-compatible database is available.
Tried: DATABASE_URL (not set); mariadbd and mysqld in PATH, /usr/local/sbin; private download (forbidden by DATABASE_DOWNLOAD=0).
${WHAT_TO_DO}`,
  });
  rmSync(empty, { recursive: true, force: true });
});

test('without apt the text says so', async () => {
  const empty = mkdtempSync('/tmp/folio-embedded-test-');
  const path = process.env['PATH'];
  process.env['PATH'] = empty;
  try {
    const start = startEmbedded({
      data_dir: empty,
      download: true,
      say: () => undefined,
      folders: [],
      unpacked: join(empty, 'server'),
    });
    await assert.rejects(start, /private download \(apt-get not found\)/);
  } finally {
    process.env['PATH'] = path;
    rmSync(empty, { recursive: true, force: true });
  }
});

test('a data directory that cannot be made is named', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const start = startEmbedded({ data_dir: join(file, 'data'), download: false, say: () => undefined });
  await assert.rejects(start, /The data directory .*\/file\/data cannot be written .*Set DATA_DIR/);
});
