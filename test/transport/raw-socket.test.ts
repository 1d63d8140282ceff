// Bytes as no well-behaved client sends them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { KEY, legacy, rawPost, startServer } from './support.ts';

const PING = JSON.stringify(legacy('ping'));
const HEAD = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n`;
const statuses = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1] ?? '');

test('an endless chunked body is cut off with a 413 and a closed connection', async (t) => {
  const server = await startServer(t, { limits: { maxBodyBytes: 1000 } });
  const raw = await server.open();
  raw.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = `${(16_384).toString(16)}\r\n${'x'.repeat(16_384)}\r\n`;
  const feeding = setInterval(() => raw.socket.writable && raw.write(chunk), 1);
  t.after(async () => clearInterval(feeding));
  const answer = await raw.until('}}');
  assert.deepEqual(statuses(answer), ['413']);
  assert.match(answer, /Connection: close/);
  await raw.closed();
});

test('an announced body above the limit is refused before a byte of it is sent', async (t) => {
  const server = await startServer(t, { limits: { maxBodyBytes: 1000 } });
  const raw = await server.open();
  raw.write(`${HEAD}Content-Length: 5000000000\r\n\r\n`);
  assert.deepEqual(statuses(await raw.until('request_id')), ['413']);
});

test('with Expect: 100-continue a good head is told to go on and a bad one is not', async (t) => {
  const server = await startServer(t, { limits: { maxBodyBytes: 1000 } });
  const good = await server.open();
  good.write(`${HEAD}Expect: 100-continue\r\nContent-Length: ${PING.length}\r\n\r\n`);
  assert.equal(await good.until('\r\n\r\n'), 'HTTP/1.1 100 Continue\r\n\r\n');
  good.write(PING);
  assert.deepEqual(statuses(await good.until('"result"')), ['100', '200']);
  const bad = await server.open();
  bad.write(`${HEAD}Expect: 100-continue\r\nContent-Length: 2000\r\n\r\n`);
  assert.deepEqual(statuses(await bad.until('request_id')), ['413']);
});

test('behind a Content-Length that is too small comes no request: the good one is the last', async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(`${HEAD}Content-Length: ${PING.length}\r\n\r\n${PING}garbage\r\n\r\n`);
  const answer = await raw.closed();
  assert.deepEqual(statuses(answer), ['200']);
  assert.match(answer, /Connection: close/);
});

test('a body that never becomes whole is a 408, and so is a head', async (t) => {
  const server = await startServer(t, { limits: { headersMs: 60, requestMs: 60, connectionCheckMs: 20 } });
  const body = await server.open();
  body.write(`${HEAD}Content-Length: 100\r\n\r\n{"json`);
  const head = await server.open();
  head.write('POST /mcp HTTP/1.1\r\nHost: local');
  for (const raw of [body, head]) {
    const answer = await raw.closed();
    assert.deepEqual(statuses(answer), ['408']);
    assert.match(answer, /"error_type":"invalid_http"/);
  }
});

test('a kept connection may idle longer than a head may take', async (t) => {
  const server = await startServer(t, { limits: { headersMs: 50, requestMs: 50, connectionCheckMs: 10 } });
  const raw = await server.open();
  raw.write(rawPost(PING));
  await raw.until('"result"');
  await new Promise((resolve) => setTimeout(resolve, 200));
  raw.write(rawPost(PING));
  assert.deepEqual(statuses(await raw.until('"result"', 2)), ['200', '200']);
});

test('both lengths, a bad chunk size, a bad length and no HTTP at all are a 400', async (t) => {
  const server = await startServer(t);
  const broken = [
    `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `${HEAD}Content-Length: -5\r\n\r\n`,
    `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
    '\u0016\u0003\u0001\u0002',
    'POST /mcp HTTP/1.1\r\nBad Header: x\r\n\r\n',
  ];
  for (const bytes of broken) {
    const raw = await server.open();
    raw.write(bytes);
    assert.deepEqual(statuses(await raw.closed()), ['400'], bytes);
  }
});

test("a head above the parser's limit is a 431", async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(`${HEAD}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  assert.deepEqual(statuses(await raw.closed()), ['431']);
});

test('pipelined requests are answered in their order', async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(
    rawPost(JSON.stringify(legacy('tools/call', { name: 'slow' }, 'first'))) +
      rawPost(JSON.stringify(legacy('ping', undefined, 'second'))),
  );
  setTimeout(() => server.release(), 20);
  const answer = await raw.until('"id":"second"');
  assert.ok(answer.indexOf('"id":"first"') < answer.indexOf('"id":"second"'));
  assert.deepEqual(statuses(answer), ['200', '200']);
});

test('refused requests with a body leave the kept connection usable', async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(rawPost(PING).replace('/mcp', '/nope'));
  raw.write(rawPost(PING).replace('POST', 'PUT'));
  raw.write(rawPost(PING));
  const answer = await raw.until('"result"');
  assert.deepEqual(statuses(answer), ['404', '405', '200']);
});

test('a half-closed client still gets its answer', async (t) => {
  const server = await startServer(t);
  for (const body of [PING, JSON.stringify(legacy('tools/call', { name: 'echo' }))]) {
    const raw = await server.open();
    raw.socket.end(rawPost(body));
    assert.deepEqual(statuses(await raw.until('"result"')), ['200']);
  }
});

test('a client that leaves in the middle of its body is forgotten', async (t) => {
  const server = await startServer(t);
  for (const leave of ['end', 'destroy'] as const) {
    const raw = await server.open();
    raw.write(`${HEAD}Content-Length: 100\r\n\r\n{"json`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    raw.socket[leave]();
    while (!(await server.metrics.render()).includes('folio_requests_in_flight 0\n'))
      await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.equal((await server.rpc(legacy('ping'))).status, 200);
});

test('HTTP/1.0 with a length is answered and closed', async (t) => {
  const server = await startServer(t);
  const raw = await server.open();
  raw.write(rawPost(PING).replace('HTTP/1.1', 'HTTP/1.0'));
  const answer = await raw.closed();
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(answer, /Connection: close/);
});
