// tools/call: what the dispatcher's outcomes become, keys against double writes, the bound on time.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';

import { SERVICE } from '../../generated/service.ts';
import { ToolError } from '../../src/base/errors.ts';
import {
  callText,
  legacy,
  type Received,
  type Running,
  sendModern,
  startServer,
  type ToolFailure,
} from './support.ts';

const META_KEY = 'folio/idempotency-key';
const call = (name: string, params: object = {}): object => legacy('tools/call', { name, ...params });
const errorOf = (received: Received): ToolFailure => JSON.parse(callText(received)).error;

test('an answer whose text is not its JSON keeps both', async (t) => {
  const server = await startServer(t);
  const { result } = (await server.rpc(call('export'))).body;
  assert.equal(result.content[0].text, 'a,b\r\n1,"2"\r\n');
  assert.deepEqual(result.structuredContent, { text: 'a,b\r\n1,"2"\r\n' });
});

test('a failure is an isError result with its JSON as text and no structured content, in both eras', async (t) => {
  const server = await startServer(t);
  const text = '{"error":{"type":"not_found","code":"invoice_not_found","message":"There is none."}}';
  const old = await server.rpc(call('fail'));
  assert.deepEqual(
    [old.status, old.body.result],
    [200, { content: [{ type: 'text', text }], isError: true }],
  );
  const { resultType, content, isError, structuredContent } = (
    await sendModern(server, 'tools/call', { name: 'fail' })
  ).body.result;
  assert.deepEqual(
    [resultType, content, isError, structuredContent],
    ['complete', [{ type: 'text', text }], true, undefined],
  );
});

test("an unknown tool is a 200 with -32602 and the dispatcher's words", async (t) => {
  const server = await startServer(t);
  for (const received of [
    await server.rpc(call('ecko')),
    await sendModern(server, 'tools/call', { name: 'ecko' }),
  ]) {
    assert.equal(received.status, 200);
    assert.deepEqual(received.body.error, {
      code: -32602,
      message: 'Unknown tool: ecko. Did you mean echo?',
    });
  }
});

test('params that fit no call are a 200 with -32602', async (t) => {
  const server = await startServer(t);
  for (const params of [
    {},
    { name: 5 },
    { name: 'echo', arguments: 'x' },
    { name: 'echo', arguments: [] },
    { name: 'echo', arguments: 5 },
  ]) {
    const { status, body } = await server.rpc(legacy('tools/call', params));
    assert.deepEqual([status, body.error.code], [200, -32602]);
  }
  assert.equal(server.calls.length, 0);
  for (const params of [{ name: 'echo' }, { name: 'echo', arguments: null, _meta: null }]) {
    assert.equal((await server.rpc(legacy('tools/call', params))).body.result.isError, false);
    assert.deepEqual(server.calls.at(-1)?.arguments, {});
  }
});

test('a missing scope is a 403 with the scope in the body and in the challenge, in both eras', async (t) => {
  const server = await startServer(t);
  const message = 'The API key lacks the scope invoices:write.';
  for (const received of [
    await server.rpc(call('forbidden')),
    await sendModern(server, 'tools/call', { name: 'forbidden' }),
  ]) {
    assert.equal(received.status, 403);
    assert.equal(
      received.headers['www-authenticate'],
      `Bearer realm="folio", error="insufficient_scope", scope="invoices:write", error_description="${message}"`,
    );
    const fields = {
      error_type: 'insufficient_scope',
      message,
      hint: 'Ask an administrator for a key with the scope invoices:write.',
      required_scope: 'invoices:write',
      retryable: false,
      request_id: received.headers['x-request-id'],
    };
    assert.deepEqual(received.body, {
      jsonrpc: '2.0',
      id: 1,
      error: { code: 403, message, data: fields },
      ...fields,
    });
  }
});

test('a dispatcher that throws is an internal_error without the reason', async (t) => {
  const server = await startServer(t);
  const received = await server.rpc(call('throw'));
  assert.equal(received.status, 200);
  const error = errorOf(received);
  assert.deepEqual(
    [error.code, error.type, error.request_id],
    ['internal_error', 'internal', received.headers['x-request-id']],
  );
  assert.ok(!received.text.includes('secret'));
  assert.ok(JSON.stringify(server.lines).includes('a bug with a secret in it'));
});

test('the call reaches the dispatcher with its meta, request id and arguments', async (t) => {
  const server = await startServer(t);
  const received = await server.rpc(call('echo', { arguments: { text: 'a' }, _meta: { progressToken: 1 } }));
  const { deadline, ...rest } = server.calls[0] ?? assert.fail();
  assert.deepEqual(rest, {
    tool: 'echo',
    arguments: { text: 'a' },
    meta: { progressToken: 1 },
    idempotency_key: undefined,
    request_id: received.headers['x-request-id'],
  });
  assert.equal(deadline.signal.aborted, false);
});

test('an idempotency key comes from the header, from _meta, or the same from both', async (t) => {
  const server = await startServer(t);
  const longest = 'k'.repeat(SERVICE.limits.idempotency_key_max_length);
  const given: [Record<string, string>, object | undefined][] = [
    [{ 'Idempotency-Key': longest }, undefined],
    [{}, { [META_KEY]: longest }],
    [{ 'idempotency-key': longest }, { [META_KEY]: longest }],
    [{ 'idempotency-key': longest }, { [META_KEY]: null }],
  ];
  for (const [headers, _meta] of given) {
    assert.equal((await server.rpc(call('echo', { _meta }), headers)).body.result.isError, false);
    assert.equal(server.calls.at(-1)?.idempotency_key, longest);
  }
});

test('a bad idempotency key, or two different ones, reach the dispatcher as a fault, which reads do not mind', async (t) => {
  const server = await startServer(t);
  const bad: [Record<string, string>, object | undefined][] = [
    [{ 'idempotency-key': '' }, undefined],
    [{ 'idempotency-key': 'a b' }, undefined],
    [{ 'idempotency-key': 'é' }, undefined],
    [{ 'idempotency-key': 'k'.repeat(256) }, undefined],
    [{}, { [META_KEY]: '' }],
    [{}, { [META_KEY]: 7 }],
    [{}, { [META_KEY]: 'a\u0000' }],
    [{ 'idempotency-key': 'good' }, { [META_KEY]: 7 }],
  ];
  for (const [headers, _meta] of bad) {
    await server.rpc(call('echo', { _meta }), headers);
    assert.equal(faultOf(server), 'idempotency_key_invalid');
  }
  await server.rpc(call('echo', { _meta: { [META_KEY]: 'a' } }), { 'idempotency-key': 'b' });
  assert.equal(faultOf(server), 'parameters_conflict');
  await server.send({
    headers: {
      authorization: 'Bearer folio_good',
      'content-type': 'application/json',
      'idempotency-key': ['a', 'b'],
    },
    body: JSON.stringify(call('echo')),
  });
  assert.equal(faultOf(server), 'idempotency_key_invalid');
});

/** Of the key of the newest call. */
const faultOf = ({ calls }: Running): string | undefined => {
  const key = calls.at(-1)?.idempotency_key;
  return key instanceof ToolError ? key.code : undefined;
};

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 2));
};

test('a call that takes too long is answered, told by its signal, and may be repeated', async (t) => {
  const server = await startServer(t, { limits: { callTimeoutMs: 40 } });
  for (const name of ['hang', 'slow']) {
    const received = await server.rpc(call(name));
    assert.equal(received.status, 200);
    const error = errorOf(received);
    assert.deepEqual([error.code, error.retryable, error.limit_ms], ['call_timeout', true, 40]);
    const signal = server.calls.at(-1)?.deadline.signal;
    assert.deepEqual([signal?.aborted, signal?.reason.name], [true, 'TimeoutError']);
  }
});

const abortedBy = async (server: Running, end: (socket: Socket) => void): Promise<void> => {
  const raw = await server.open();
  const body = JSON.stringify(call('hang'));
  raw.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer folio_good\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await until(() => server.calls.length > 0);
  end(raw.socket);
  await until(() => server.calls[0]?.deadline.signal.aborted === true);
  assert.equal(server.calls[0]?.deadline.signal.reason.name, 'AbortError');
};

test('a caller that closes or resets its connection aborts the signal of its call', async (t) => {
  const closing = await startServer(t);
  await abortedBy(closing, (socket) => socket.destroy());
  const resetting = await startServer(t);
  await abortedBy(resetting, (socket) => socket.resetAndDestroy());
  await until(async () => (await resetting.metrics.render()).includes('folio_requests_in_flight 0\n'));
  assert.match(
    await resetting.metrics.render(),
    /folio_requests_total\{method="tools\/call",status="499"\} 1/,
  );
});
