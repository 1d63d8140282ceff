// What is a JSON-RPC message, and what is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { jsonHeaders, legacy, startServer } from './support.ts';

test('a body that is not JSON is a 400 with -32700 and id null', async (t) => {
  const server = await startServer(t);
  const bodies: (string | Buffer)[] = [
    '',
    '{',
    '{"a":}',
    'nul',
    '{} {}',
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    '\u0000',
    "{'a':1}",
  ];
  for (const body of bodies) {
    const received = await server.send({ headers: jsonHeaders, body });
    assert.equal(received.status, 400);
    assert.equal(received.body.error.code, -32700);
    assert.equal(received.body.id, null);
  }
});

test('what is JSON but no message is a 400 with -32600', async (t) => {
  const server = await startServer(t);
  const noMessages: unknown[] = [
    null,
    1,
    'x',
    true,
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 1 },
    { jsonrpc: '2.0', id: 1, method: 5 },
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { jsonrpc: '2.0', id: 1.5, method: 'ping' },
    { jsonrpc: '2.0', id: true, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
    { jsonrpc: '2.0', id: 'x'.repeat(257), method: 'ping' },
    { jsonrpc: '2.0', id: 1, result: 5 },
    { jsonrpc: '2.0', id: 1, error: { message: 'x' } },
  ];
  for (const message of noMessages) {
    const received = await server.rpc(JSON.stringify(message));
    assert.equal(received.status, 400, JSON.stringify(message));
    assert.equal(received.body.error.code, -32600);
    assert.equal(received.body.id, null);
  }
  for (const id of ['1e400', '12345678901234567890', '-9007199254740993']) {
    const received = await server.rpc(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    assert.deepEqual([received.status, received.body.error.code, received.body.id], [400, -32600, null], id);
  }
});

test('params that are no object are a 400 with -32600 and the id', async (t) => {
  const server = await startServer(t);
  for (const params of [[], 'x', 5, false, { _meta: 'x' }, { _meta: [] }]) {
    const received = await server.rpc({ jsonrpc: '2.0', id: 8, method: 'ping', params });
    assert.deepEqual([received.status, received.body.error.code, received.body.id], [400, -32600, 8]);
  }
});

test('ids come back as they were sent', async (t) => {
  const server = await startServer(t);
  for (const id of [
    0,
    -1,
    9007199254740991,
    '',
    'a"b\\c',
    'é漢\u0007😀',
    '1',
    '__proto__',
    'x'.repeat(256),
  ]) {
    const received = await server.rpc(legacy('tools/list', undefined, id));
    assert.equal(received.status, 200);
    assert.equal(received.body.id, id);
    assert.equal(received.body.result.tools.length, 7);
  }
});

test('notifications and responses are a 202 without a body, known or not, in every version', async (t) => {
  const server = await startServer(t);
  const quiet = [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', method: 'tools/call', params: { name: 'echo' } },
    { jsonrpc: '2.0', method: 'nobody/knows', params: [] },
    { jsonrpc: '2.0', id: 3, result: {} },
    { jsonrpc: '2.0', id: 3, error: { code: 1, message: 'x' } },
    { jsonrpc: '2.0', error: { code: 1, message: 'x' } },
  ];
  for (const message of quiet) {
    for (const version of ['', '2025-03-26', '2025-11-25', '2026-07-28', '1999-01-01']) {
      const received = await server.rpc(message, version === '' ? {} : { 'mcp-protocol-version': version });
      assert.deepEqual([received.status, received.text, received.headers['content-length']], [202, '', '0']);
      assert.equal(received.headers['content-type'], undefined);
    }
  }
  assert.equal(server.calls.length, 0);
});

test('a byte order mark, null params and unknown members do no harm', async (t) => {
  const server = await startServer(t);
  assert.equal((await server.rpc(`\ufeff${JSON.stringify(legacy('ping'))}`)).status, 200);
  assert.deepEqual(
    (await server.rpc({ jsonrpc: '2.0', id: 1, method: 'ping', params: null, extra: 1 })).body.result,
    {},
  );
});

test('keys named like parts of an object do no harm', async (t) => {
  const server = await startServer(t);
  const hostile =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","__proto__":{"method":"x"},"constructor":1,' +
    '"params":{"name":"echo","__proto__":{"name":"fail"},"arguments":{"text":"a","__proto__":{"b":1}},"_meta":{"__proto__":{"x":1}}}}';
  assert.deepEqual((await server.rpc(hostile)).body.result.structuredContent, { text: 'a' });
  const protoOnly = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"name":"echo"}}}';
  assert.equal((await server.rpc(protoOnly)).body.error.code, -32602);
  for (const method of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    assert.equal((await server.rpc(legacy(method))).body.error.code, -32601);
  }
});

test('a body nested too deep is refused and a deep one within the bound is not', async (t) => {
  const server = await startServer(t);
  for (const body of [
    '['.repeat(400_000),
    `{"a":${'['.repeat(70)}${']'.repeat(70)}}`,
    '{"a":'.repeat(150_000),
  ]) {
    const received = await server.rpc(body);
    assert.deepEqual([received.status, received.body.error.code], [400, -32600]);
  }
  const brackets = '[{'.repeat(100);
  assert.equal(
    (await server.rpc(legacy('tools/call', { name: 'echo', arguments: { text: `\\"${brackets}` } }))).status,
    200,
  );
  const nested = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`);
  assert.equal(
    (await server.rpc(legacy('tools/call', { name: 'echo', arguments: { text: 'x', nested } }))).status,
    200,
  );
});
