// Batches: only revision 2025-03-26 has them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SERVICE } from '../../generated/service.ts';
import { CAPABILITIES_KEY, legacy, startServer, VERSION_KEY } from './support.ts';

const OLD = { 'MCP-Protocol-Version': '2025-03-26' };
const call = (id: number, name: string, params: object = {}): object =>
  legacy('tools/call', { name, ...params }, id);

test('a batch is answered with and without the 2025-03-26 header, in order, notifications left out', async (t) => {
  const server = await startServer(t);
  const batch = [
    legacy('ping', undefined, 1),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 9, result: {} },
    call(2, 'echo', { arguments: { text: 'é' } }),
    legacy('tools/list', undefined, 'three'),
    legacy('nope', undefined, 4),
  ];
  for (const headers of [{}, OLD]) {
    const { status, all } = await server.rpc(batch, headers);
    assert.equal(status, 200);
    assert.deepEqual(
      all.map((answer) => answer.id),
      [1, 2, 'three', 4],
    );
    assert.deepEqual(all[1]?.result.structuredContent, { text: 'é' });
    assert.equal(all[2]?.result.tools.length, 7);
    assert.equal(all[3]?.error.code, -32601);
  }
});

test('a batch of one is still an array', async (t) => {
  const server = await startServer(t);
  assert.deepEqual((await server.rpc([legacy('ping')])).body, [{ jsonrpc: '2.0', id: 1, result: {} }]);
});

test('a batch without requests is a 202', async (t) => {
  const server = await startServer(t);
  const { status, text } = await server.rpc([
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
  assert.deepEqual([status, text], [202, '']);
});

test('a refused batch runs nothing: other versions, empty, modern, invalid, initialize, too long, keyed by header', async (t) => {
  const server = await startServer(t);
  const good = call(1, 'echo');
  const claim = { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: {} };
  const refused: [unknown[], Record<string, string>?][] = [
    [[good], { 'MCP-Protocol-Version': '2025-06-18' }],
    [[good], { 'MCP-Protocol-Version': '2025-11-25' }],
    [[good], { 'MCP-Protocol-Version': '2026-07-28' }],
    [[good], { 'MCP-Protocol-Version': 'x' }],
    [[]],
    [[good, legacy('tools/list', { _meta: claim })]],
    [[good, { jsonrpc: '2.0', method: 'x', params: { _meta: claim } }]],
    [[good, 5]],
    [[good, [good]]],
    [[good, { jsonrpc: '2.0', id: null, method: 'ping' }]],
    [[good, legacy('initialize', {})]],
    [Array.from({ length: SERVICE.limits.max_batch_messages + 1 }, (_, id) => call(id, 'echo'))],
    [[good], { 'Idempotency-Key': 'a' }],
  ];
  for (const [batch, headers] of refused) {
    const { status, body } = await server.rpc(batch, headers);
    assert.deepEqual(
      [status, body.error.code, body.id],
      [400, -32600, null],
      JSON.stringify(batch).slice(0, 200),
    );
  }
  assert.equal(server.calls.length, 0);
});

test('a missing scope is an error of its element under a 200, and the others run', async (t) => {
  const server = await startServer(t);
  const { status, headers, all } = await server.rpc([call(1, 'echo'), call(2, 'forbidden'), call(3, 'echo')]);
  assert.equal(status, 200);
  assert.equal(headers['www-authenticate'], undefined);
  assert.equal(all[1]?.error.code, 403);
  assert.equal(all[1]?.error_type, 'insufficient_scope');
  assert.equal(all[1]?.error.data.required_scope, 'invoices:write');
  assert.equal(server.calls.length, 3);
});

test('each request of a batch counts against the rate limit, as an error of its element', async (t) => {
  const server = await startServer(t, { rateLimit: { requestsPerSecond: 0.001, burst: 3 } });
  const { status, all } = await server.rpc([
    call(1, 'echo'),
    call(2, 'echo'),
    call(3, 'echo'),
    call(4, 'echo'),
  ]);
  assert.equal(status, 200);
  assert.deepEqual(
    all.map((answer) => answer.error_type),
    [undefined, undefined, undefined, 'rate_limited'],
  );
  assert.equal(server.calls.length, 3);
});

test('the calls of a batch share one bound on time, and those after it are not begun', async (t) => {
  const server = await startServer(t, { limits: { callTimeoutMs: 40 } });
  const { all } = await server.rpc([call(1, 'slow'), call(2, 'echo')]);
  for (const answer of all)
    assert.equal(JSON.parse(answer.result.content[0].text).error.code, 'call_timeout');
  assert.equal(server.calls.length, 1);
});
