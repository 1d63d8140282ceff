import assert from 'node:assert/strict';
import { test } from 'node:test';

import { callText, legacy, rawPost, startServer } from './support.ts';

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
};

test('a running call is finished and answered, and new connections are refused', async (t) => {
  const server = await startServer(t);
  const answer = server.rpc(legacy('tools/call', { name: 'slow', arguments: { text: 'done' } }));
  await until(() => server.calls.length === 1);
  const closed = server.transport.close();
  assert.equal(server.transport.isStopping(), true);
  await assert.rejects(server.rpc(legacy('ping')), { code: 'ECONNREFUSED' });
  server.release();
  const received = await answer;
  assert.equal(callText(received), '{"text":"done"}');
  assert.equal(received.headers.connection, 'close');
  await closed;
});

test('a request that comes on a kept connection while stopping is a 503 that closes it', async (t) => {
  const server = await startServer(t);
  const [busy, late] = [await server.open(), await server.open()];
  busy.write(rawPost(JSON.stringify(legacy('tools/call', { name: 'slow' }))));
  const ping = rawPost(JSON.stringify(legacy('ping')));
  late.write(ping.slice(0, 30));
  await until(() => server.calls.length === 1);
  const closed = server.transport.close();
  late.write(ping.slice(30));
  const refused = await late.closed();
  assert.match(refused, /^HTTP\/1\.1 503 /);
  assert.match(refused, /Connection: close/);
  assert.match(refused, /"error_type":"stopping"/);
  server.release();
  assert.match(await busy.closed(), /^HTTP\/1\.1 200 /);
  await closed;
});

test('idle kept connections are closed at once', async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(rawPost(JSON.stringify(legacy('ping'))));
  await raw.until('"result"');
  await server.transport.close();
  await raw.closed();
});

test('a call that does not end is cut off at the bound, and its signal says so', async (t) => {
  const server = await startServer(t, { limits: { shutdownMs: 50 } });
  const answer = server.rpc(legacy('tools/call', { name: 'slow' }));
  const failed = assert.rejects(answer, { code: 'ECONNRESET' });
  await until(() => server.calls.length === 1);
  await server.transport.close();
  await failed;
  await until(() => server.calls[0]?.deadline.signal.aborted === true);
});

test('closing twice is closing once', async (t) => {
  const server = await startServer(t);
  await Promise.all([server.transport.close(), server.transport.close()]);
});
