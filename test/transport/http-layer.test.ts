// What HTTP alone decides: path, method, Origin, Host, media type, size, key, key type.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  BROKEN_KEY,
  INTEGRATION_KEY,
  jsonHeaders,
  KEY,
  legacy,
  type Received,
  type Sent,
  startServer,
} from './support.ts';

const LIST = JSON.stringify(legacy('tools/list'));

const assertRefused = (received: Received, status: number, error_type: string): void => {
  const { body, headers } = received;
  assert.equal(received.status, status);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(body.jsonrpc, '2.0');
  assert.equal(body.id, null);
  assert.equal(body.error.code, status);
  assert.equal(body.error_type, error_type);
  const { jsonrpc: _jsonrpc, id: _id, error, ...fields } = body;
  assert.deepEqual(fields, error.data);
  assert.equal(body.request_id, headers['x-request-id']);
  assert.match(body.request_id, /^req_[0-9a-f-]{36}$/);
};

test('every other path is a 404 with a JSON body', async (t) => {
  const server = await startServer(t);
  for (const path of [
    '/',
    '/mcp//',
    '/mcp/x',
    '/mcpx',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server/mcp',
    '//mcp',
    '/%6Dcp',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      assertRefused(await server.send({ method, path }), 404, 'not_found');
    }
  }
});

test('every method but POST is a 405 that allows POST, before anyone is authenticated', async (t) => {
  const server = await startServer(t);
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
    const received = await server.send({ method });
    assertRefused(received, 405, 'method_not_allowed');
    assert.equal(received.headers.allow, 'POST');
    assert.equal(received.headers['access-control-allow-origin'], undefined);
  }
  const head = await server.send({ method: 'HEAD' });
  assert.equal(head.status, 405);
  assert.equal(head.text, '');
});

test('a query string and the absolute form of the URL reach the endpoint', async (t) => {
  const server = await startServer(t);
  for (const path of [
    '/mcp?x=1',
    '/mcp?',
    '/mcp/',
    '/mcp/?x=1',
    `http://localhost:${server.port}/mcp`,
    `HTTP://localhost/mcp?a=/b`,
  ]) {
    assert.equal((await server.send({ path, headers: jsonHeaders, body: LIST })).status, 200, path);
  }
});

test('a foreign Origin is a 403 before authentication; none, a loopback one and an allowed one pass', async (t) => {
  const server = await startServer(t, { allowedOrigins: ['https://app.example'] });
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://evil.example:80',
    'http://127.0.0.1.evil.example',
    'x',
  ]) {
    assertRefused(await server.send({ headers: { origin }, body: '' }), 403, 'origin_not_allowed');
  }
  for (const origin of [
    'https://app.example',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:99',
  ]) {
    assert.equal((await server.rpc(legacy('ping'), { origin })).status, 200, origin);
  }
});

test('on loopback a Host that is neither loopback nor that of an allowed origin is a 403', async (t) => {
  const server = await startServer(t, { allowedOrigins: ['https://app.example'] });
  for (const host of ['evil.example', 'localhost.evil.example:80', '10.0.0.1']) {
    assertRefused(await server.send({ headers: { host }, body: '' }), 403, 'host_not_allowed');
  }
  for (const host of [
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]:8080',
    'app.example',
    'app.example:443',
  ]) {
    assert.equal((await server.rpc(legacy('ping'), { host })).status, 200, host);
  }
});

test('bound to all addresses any Host passes and loopback origins are foreign', async (t) => {
  const server = await startServer(t, { host: '0.0.0.0' });
  assert.equal((await server.rpc(legacy('ping'), { host: 'books.example' })).status, 200);
  assertRefused(await server.rpc(legacy('ping'), { origin: 'http://localhost' }), 403, 'origin_not_allowed');
});

test('a body that names a member twice is refused, and runs nothing', async (t) => {
  const server = await startServer(t);
  const call = JSON.stringify(legacy('tools/call', { name: 'echo', arguments: { amount: 1 } }));
  const received = await server.send({
    headers: jsonHeaders,
    body: call.replace('"amount":1', '"amount":1,"amount":2'),
  });
  assert.equal(received.status, 400);
  assert.deepEqual(received.body.error, {
    code: -32600,
    message: 'The body has an object that names "amount" twice. Name each member of an object once.',
  });
  assert.equal(server.calls.length, 0);
});

test('only application/json in UTF-8 without encoding is taken', async (t) => {
  const server = await startServer(t);
  const send = (headers: Sent['headers']): Promise<Received> =>
    server.send({ headers: { authorization: `Bearer ${KEY}`, ...headers }, body: LIST });
  assertRefused(await send({}), 415, 'unsupported_media_type');
  for (const type of [
    'text/plain',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    '',
  ]) {
    assertRefused(await send({ 'content-type': type }), 415, 'unsupported_media_type');
  }
  assertRefused(
    await send({ 'content-type': 'application/json', 'content-encoding': 'gzip' }),
    415,
    'unsupported_media_type',
  );
  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON ;charset="UTF-8"',
    'application/json;',
    'application/json; profile=x',
  ]) {
    assert.equal((await send({ 'content-type': type })).status, 200, type);
  }
});

test('Accept, Mcp-Session-Id and Last-Event-ID are ignored and no session is minted', async (t) => {
  const server = await startServer(t);
  for (const accept of ['application/json', 'text/event-stream', 'text/html', '*/*']) {
    const received = await server.rpc(legacy('ping'), {
      accept,
      'mcp-session-id': 'x',
      'last-event-id': '7',
    });
    assert.equal(received.status, 200);
    assert.equal(received.headers['content-type'], 'application/json');
    assert.equal(received.headers['mcp-session-id'], undefined);
  }
});

test('a body above the limit is a 413 and closes the connection; the limit itself passes', async (t) => {
  const server = await startServer(t, { limits: { maxBodyBytes: 1000 } });
  const received = await server.send({ headers: jsonHeaders, body: LIST.padEnd(1001) });
  assertRefused(received, 413, 'body_too_large');
  assert.equal(received.headers.connection, 'close');
  assert.equal(received.body.max_body_bytes, 1000);
  assert.equal((await server.send({ headers: jsonHeaders, body: LIST.padEnd(1000) })).status, 200);
  const chunked = { ...jsonHeaders, 'transfer-encoding': 'chunked' };
  assertRefused(await server.send({ headers: chunked, body: LIST.padEnd(200_000) }), 413, 'body_too_large');
  assert.equal((await server.send({ headers: chunked, body: LIST.padEnd(1000) })).status, 200);
});

test('no key is a 401 with a bare challenge, a wrong one says invalid_token', async (t) => {
  const server = await startServer(t);
  const send = (authorization: string | undefined, body = LIST): Promise<Received> =>
    server.send({
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
    });
  for (const authorization of [undefined, '', 'Bearer', 'Basic Zm9vOmJhcg==']) {
    const received = await send(authorization);
    assertRefused(received, 401, 'unauthorized');
    assert.equal(received.headers['www-authenticate'], 'Bearer realm="folio"');
  }
  for (const authorization of [
    'Bearer nope',
    'bearer nope',
    'Bearer a b',
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer ä',
  ]) {
    const received = await send(authorization);
    assertRefused(received, 401, 'unauthorized');
    assert.match(
      String(received.headers['www-authenticate']),
      /^Bearer realm="folio", error="invalid_token", error_description="/,
    );
  }
  assert.equal((await send(undefined, '{not json')).status, 401);
  assert.equal((await send('Bearer nope', '[]')).status, 401);
  assert.equal((await send(`bEaReR ${KEY}`)).status, 200);
});

test('two Authorization headers are refused, whichever is right', async (t) => {
  const server = await startServer(t);
  const received = await server.send({
    headers: { 'content-type': 'application/json', authorization: [`Bearer ${KEY}`, 'Bearer other'] },
    body: LIST,
  });
  assert.equal(received.status, 400);
});

test('a key of another type is a 403 that names the type', async (t) => {
  const server = await startServer(t);
  const received = await server.rpc(legacy('tools/list'), { authorization: `Bearer ${INTEGRATION_KEY}` });
  assertRefused(received, 403, 'key_type_not_allowed');
  assert.equal(received.body.required_key_type, 'copilot');
  assert.equal(server.calls.length, 0);
});

test('a key that cannot be checked is a 503 to be repeated, not a 401', async (t) => {
  const server = await startServer(t);
  const received = await server.rpc(legacy('tools/list'), { authorization: `Bearer ${BROKEN_KEY}` });
  assertRefused(received, 503, 'unavailable');
  assert.equal(received.headers['retry-after'], '2');
  assert.ok(!received.text.includes('no database'));
});

test('every answer has its id and may be neither cached nor sniffed', async (t) => {
  const server = await startServer(t);
  const [first, second] = [await server.rpc(legacy('ping')), await server.rpc(legacy('ping'))];
  assert.notEqual(first.headers['x-request-id'], second.headers['x-request-id']);
  assert.equal(first.headers['cache-control'], 'no-store');
  assert.equal(first.headers['x-content-type-options'], 'nosniff');
});

test('the log names the key by id and never holds the secret', async (t) => {
  const server = await startServer(t);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await server.rpc(legacy('tools/call', { name: 'echo', _meta: { traceparent } }));
  const line = server.lines.at(-1);
  assert.equal(line?.['key_id'], 'akey_good');
  assert.equal(line?.['tool'], 'echo');
  assert.equal(line?.['trace_id'], '0af7651916cd43dd8448eb211c80319c');
  assert.equal(JSON.stringify(server.lines).includes(KEY), false);
});
