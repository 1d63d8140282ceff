import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRateLimit } from '../../src/base/load/rate-limit.ts';
import { legacy, startServer } from './support.ts';

const clock = (): { readonly now: () => number; readonly pass: (ms: number) => void } => {
  let at = 1000;
  return { now: () => at, pass: (ms) => void (at += ms) };
};

test('a bucket gives its burst, then its rate, and says how long to wait', () => {
  const { now, pass } = clock();
  const limit = createRateLimit({ requestsPerSecond: 2, burst: 3 }, now);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => limit.take('a')),
    [0, 0, 0, 1],
  );
  assert.equal(limit.take('b'), 0);
  pass(500);
  assert.deepEqual([limit.take('a'), limit.take('a')], [0, 1]);
  pass(60_000);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => limit.take('a')),
    [0, 0, 0, 1],
  );
});

test('a slow rate tells the real wait', () => {
  const { now } = clock();
  const limit = createRateLimit({ requestsPerSecond: 0.1, burst: 1 }, now);
  assert.deepEqual([limit.take('a'), limit.take('a')], [0, 10]);
});

test('zero requests a second means no limit', () => {
  const limit = createRateLimit({ requestsPerSecond: 0, burst: 1 });
  for (let i = 0; i < 1000; i++) assert.equal(limit.take('a'), 0);
});

test('at the bound of keys full buckets are forgotten first, then the oldest', () => {
  const { now, pass } = clock();
  const limit = createRateLimit({ requestsPerSecond: 1, burst: 2 }, now, 2);
  limit.take('old');
  pass(5000);
  limit.take('busy');
  limit.take('busy');
  limit.take('new');
  assert.equal(limit.take('busy'), 1);
  limit.take('newer');
  assert.equal(limit.take('busy'), 0);
});

test('a key above its limit is a 429 with Retry-After and runs nothing', async (t) => {
  const server = await startServer(t, { rateLimit: { requestsPerSecond: 0.5, burst: 2 } });
  for (let i = 0; i < 2; i++) assert.equal((await server.rpc(legacy('tools/list'))).status, 200);
  const { status, headers, body } = await server.rpc(legacy('tools/call', { name: 'echo' }));
  assert.equal(status, 429);
  assert.equal(headers['retry-after'], '2');
  assert.deepEqual(
    [body.error.code, body.error_type, body.retryable, body.retry_after_seconds],
    [429, 'rate_limited', true, 2],
  );
  assert.equal(server.calls.length, 0);
});
