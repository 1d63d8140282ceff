// Nobody starves the others: what is bounded before work, and in which order work is taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TOOLS } from '../../generated/dispatch.ts';
import { readArguments } from '../../src/base/arguments/check.ts';
import { ToolError } from '../../src/base/errors.ts';
import { MAX_NODES, measureJson } from '../../src/base/json-text.ts';
import { UNKNOWN_KEYS } from '../../src/transport/limits.ts';
import { createRateLimit } from '../../src/base/load/rate-limit.ts';
import { networkOf } from '../../src/base/network-address.ts';
import { createLoopShare, createStrangers } from '../../src/transport/admission.ts';
import { createTurns } from '../../src/base/load/turns.ts';
import { jsonHeaders, KEY, legacy, startServer } from './support.ts';

const NEVER = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('values are counted in the text, outside of strings, and counting ends at the bound', () => {
  assert.equal(measureJson('{"a":[1,2,"[,,{"],"b":{}}'), 7);
  assert.equal(measureJson(`[${'0,'.repeat(MAX_NODES)}0]`), 'nodes');
  assert.equal(measureJson('['.repeat(65)), 'depth');
  assert.equal(measureJson('"\\",[,"'), 1);
});

test('a body of too many values is refused, and runs nothing', async (t) => {
  const server = await startServer(t);
  const types = Array.from({ length: MAX_NODES }, () => 0);
  const received = await server.rpc(legacy('tools/call', { name: 'echo', arguments: { types } }));
  assert.deepEqual([received.status, received.body.error.code], [400, -32600]);
  assert.match(received.body.error.message, /more than 50000 values/);
  assert.equal(server.calls.length, 0);
});

test('an array far above its bound is one fault, none of its items is looked at, also in a text', () => {
  let looked = 0;
  const items = new Proxy(
    Array.from({ length: 40_000 }, () => 0),
    {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked++;
        return Reflect.get(target, name);
      },
    },
  );
  const tool = TOOLS.create_invoice;
  const hasDetails =
    (reason: RegExp) =>
    (error: unknown): boolean =>
      error instanceof ToolError && reason.test(String(error.details['reason']));
  assert.throws(() => readArguments(tool, { line_items: items }), hasDetails(/at most 500 items/));
  assert.equal(looked, 0);
  const text = JSON.stringify(Array.from({ length: MAX_NODES }, () => 0));
  assert.throws(() => readArguments(tool, { line_items: text }), hasDetails(/JSON of at most 50000 values/));
  assert.throws(() => readArguments(tool, { line_items: '['.repeat(100) }), hasDetails(/64 levels/));
});

test('places go round the keys that wait; one key has its share, and a bound for what waits', async () => {
  const turns = createTurns({ places: 3, perKey: 2, waiting: 2 });
  const order: string[] = [];
  const open: (() => void)[] = [];
  const call = (key: string, name: string): Promise<string> =>
    turns.run(key, NEVER, async () => {
      order.push(name);
      await new Promise<void>((resolve) => open.push(resolve));
      return name;
    });
  const greedy = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => call('a', name));
  assert.equal(await greedy[4], 'full');
  assert.deepEqual(order, ['a1', 'a2']);
  const others = [call('b', 'b1'), call('c', 'c1')];
  await settled();
  assert.deepEqual(order, ['a1', 'a2', 'b1']);
  const told: string[] = [];
  for (const each of [...greedy.slice(0, 4), ...others]) void each.then((name) => told.push(name));
  for (let at = 0; at < 6; at++) {
    open.shift()?.();
    await settled();
  }
  // Who came last waits for one call of each key before it, not for all of them.
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'c1', 'a4']);
  assert.equal(told.length, 6);
});

test('who goes while waiting leaves the line, and the place goes to another', async () => {
  const turns = createTurns({ places: 1, perKey: 1, waiting: 5 });
  let end: () => void = () => undefined;
  const first = turns.run('a', NEVER, () => new Promise<string>((resolve) => (end = () => resolve('a'))));
  const leaving = new AbortController();
  const second = turns.run('b', leaving.signal, async () => 'b');
  const third = turns.run('c', NEVER, async () => 'c');
  leaving.abort();
  assert.equal(await second, 'gone');
  end();
  assert.deepEqual(await Promise.all([first, third]), ['a', 'c']);
  await assert.rejects(
    turns.run('a', NEVER, () => Promise.reject(new Error('a fault'))),
    /a fault/,
  );
  assert.equal(await turns.run('a', NEVER, async () => 'again'), 'again');
});

test('a caller is listened to only while it waits, and lines of many keys come and go', async () => {
  const turns = createTurns({ places: 1, perKey: 1, waiting: 5 });
  const leavers = new Set<() => void>();
  const listen = (leave: () => void): (() => void) => {
    leavers.add(leave);
    return () => leavers.delete(leave);
  };
  for (let at = 0; at < 1_000; at++) assert.equal(await turns.run(`k${at}`, listen, async () => at), at);
  let end: () => void = () => undefined;
  const first = turns.run('a', listen, () => new Promise<string>((resolve) => (end = () => resolve('a'))));
  assert.equal(leavers.size, 0);
  const order: string[] = [];
  const wait = (key: string): Promise<unknown> => turns.run(key, listen, async () => order.push(key));
  const others = [wait('b'), wait('k999'), wait('c'), wait('b')];
  const [leave] = leavers;
  assert.equal(leavers.size, 4);
  leave?.();
  assert.equal(await others[0], 'gone');
  // Told twice, it takes no place of another.
  leave?.();
  end();
  await Promise.all([first, ...others]);
  assert.deepEqual(order, ['b', 'k999', 'c']);
  assert.equal(leavers.size, 1);
});

test('unknown keys are looked up within the limit of their address, others are not held up', async () => {
  const strangers = createStrangers();
  let looked = 0;
  const miss = async (): Promise<undefined> => void looked++;
  const { burst } = UNKNOWN_KEYS;
  for (let at = 0; at < burst; at++) assert.equal(await strangers.lookUp('192.0.2.1', miss), undefined);
  assert.equal(await strangers.lookUp('192.0.2.1', miss), 1);
  assert.equal(looked, burst);
  assert.equal(await strangers.lookUp('192.0.2.2', async () => 'key'), 'key');
});

test('an address is its network where it is of IPv6', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0db8:1:2::9'), '2001:db8:1:2::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});

test('a known key is answered while others at its address are refused before any look-up', async (t) => {
  let looked = 0;
  const server = await startServer(t, {
    // Also where keys have no limit.
    rateLimit: { requestsPerSecond: 0, burst: 0 },
    wrap: (service) => ({
      ...service,
      authenticate: (secret) => {
        looked += secret === KEY ? 0 : 1;
        return service.authenticate(secret);
      },
    }),
  });
  const statuses = new Set<number>();
  for (let at = 0; at < 2 * UNKNOWN_KEYS.burst; at++) {
    const { status, headers } = await server.rpc(legacy('ping'), { authorization: `Bearer folio_no${at}` });
    statuses.add(status);
    if (status === 429) assert.ok(Number(headers['retry-after']) >= 1);
  }
  assert.deepEqual(
    [...statuses].toSorted((a, b) => a - b),
    [401, 429],
  );
  assert.ok(looked < 2 * UNKNOWN_KEYS.burst);
  assert.equal((await server.rpc(legacy('ping'))).status, 200);
});

test('the body of a caller without a key is not waited for', async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
  );
  assert.match(await raw.until('request_id'), /^HTTP\/1\.1 401/);
});

test('size and time are paid from the limit of the key, as a debt that ends', async (t) => {
  let at = 0;
  const limit = createRateLimit({ requestsPerSecond: 1, burst: 4 }, () => at);
  assert.equal(limit.take('key'), 0);
  limit.charge('key', 1000);
  assert.equal(limit.take('key'), 5);
  assert.equal(limit.take('other'), 0);
  at = 5000;
  assert.equal(limit.take('key'), 0);
  const server = await startServer(t, { rateLimit: { requestsPerSecond: 0.1, burst: 10 } });
  const text = 'x'.repeat(900_000);
  assert.equal((await server.rpc(legacy('tools/call', { name: 'echo', arguments: { text } }))).status, 200);
  assert.equal((await server.rpc(legacy('ping'), jsonHeaders)).status, 429);
});

test('calls pay for what the event loop did while they ran, all together for no more than that', async () => {
  let active = 0;
  const share = createLoopShare(() => active);
  const paid: Record<string, number> = { a: 0, b: 0, c: 0 };
  const ends: (() => void)[] = [];
  const run = (name: string, atOnce: number): Promise<void> =>
    share.run(
      () => {
        active += atOnce;
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      (ms) => (paid[name] = (paid[name] ?? 0) + ms),
    );
  const a = run('a', 10);
  active += 30;
  const b = run('b', 4);
  active += 20;
  ends[0]?.();
  await a;
  active += 5;
  ends[1]?.();
  await b;
  active += 1000;
  await assert.rejects(
    share.run(
      () => Promise.reject(new Error('a fault')),
      (ms) => (paid['c'] = ms),
    ),
    /a fault/,
  );
  assert.deepEqual(paid, { a: 10 + 30 + 10, b: 4 + 10 + 5, c: 0 });
});
