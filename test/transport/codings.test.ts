// Answers in the coding that their caller wants, and callers that leave or do not read.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import type { Service } from '../../src/dispatch/outcome.ts';
import { jsonHeaders, KEY, legacy, modern, MORE_KEY, rawPost, type Running, startServer } from './support.ts';

interface Coded {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly bytes: number;
  readonly body: unknown;
}

const ask = async (
  { port }: Running,
  message: object,
  accept: string | string[] | undefined,
  more: Record<string, string> = {},
): Promise<Coded> => {
  const headers = { ...jsonHeaders, ...more, ...(accept === undefined ? {} : { 'accept-encoding': accept }) };
  const outgoing = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent: false, headers });
  outgoing.end(JSON.stringify(message));
  const [res] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of res) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  assert.equal(res.headers['content-length'], String(bytes.length));
  const { 'content-encoding': encoding, vary } = res.headers;
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  const text = plain.toString();
  return { encoding, vary, bytes: bytes.length, body: text === '' ? undefined : JSON.parse(text) };
};

const echo = (length: number, id: number | string = 1): object =>
  legacy('tools/call', { name: 'echo', arguments: { text: 'a b '.repeat(length / 4) } }, id);

test('a tool answer from 1 kB is compressed as its caller wants it', async (t) => {
  const server = await startServer(t);
  for (const length of [1_000, 20_000, 400_000]) {
    const plain = await ask(server, echo(length), undefined);
    assert.deepEqual([plain.encoding, plain.vary], [undefined, 'Accept-Encoding']);
    for (const [accept, encoding] of [
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
      [['deflate', 'br;q=0', 'gzip'], 'gzip'],
      ['zstd', undefined],
      ['identity', undefined],
    ] satisfies [string | string[], string | undefined][]) {
      const coded = await ask(server, echo(length), accept);
      assert.deepEqual([coded.encoding, coded.vary], [encoding, 'Accept-Encoding']);
      assert.deepEqual(coded.body, plain.body);
      if (encoding !== undefined) assert.ok(coded.bytes < plain.bytes / 5, `${coded.bytes}`);
    }
  }
  const short = await ask(server, echo(100), 'gzip');
  assert.deepEqual([short.encoding, short.vary], [undefined, undefined]);
  assert.equal((await ask(server, echo(100), 'gzip, identity;q=0')).encoding, 'gzip');
  const notice = await ask(server, { jsonrpc: '2.0', method: 'notifications/initialized' }, 'gzip, *;q=0');
  assert.deepEqual([notice.encoding, notice.bytes], [undefined, 0]);
});

test('the list of tools is the same list in each coding, for each key and id', async (t) => {
  const server = await startServer(t);
  for (const key of [KEY, MORE_KEY]) {
    const headers = { authorization: `Bearer ${key}` };
    for (const id of [1, 'é"\\'.repeat(80)]) {
      const now = modern('tools/list');
      for (const [message, more] of [
        [legacy('tools/list', undefined, id), headers],
        [
          { ...now.message, id },
          { ...headers, ...now.headers },
        ],
      ] as const) {
        const plain = await ask(server, message, undefined, more);
        for (const accept of ['gzip', 'br', 'gzip', 'br']) {
          const coded = await ask(server, message, accept, more);
          assert.equal(coded.encoding, accept);
          assert.deepEqual(coded.body, plain.body);
          await delay(20);
        }
      }
    }
  }
});

test('what is shown once is not compressed, alone or in a batch', async (t) => {
  const wrap = (service: Service): Service => ({
    ...service,
    call: async () => ({
      kind: 'answer',
      json: JSON.stringify({ secret: 'a '.repeat(2_000) }),
      secret: true,
    }),
  });
  const server = await startServer(t, { wrap });
  for (const accept of ['br', 'gzip', 'gzip, identity;q=0']) {
    assert.equal((await ask(server, echo(4), accept)).encoding, undefined);
    const batch = { 'mcp-protocol-version': '2025-03-26' };
    const both = [echo(4), legacy('ping', undefined, 2)];
    assert.equal((await ask(server, both, accept, batch)).encoding, undefined);
  }
});

test('clients as they are used read compressed answers', async (t) => {
  const server = await startServer(t);
  const url = server.transport.url;
  const answer = await fetch(url, {
    method: 'POST',
    headers: jsonHeaders,
    body: JSON.stringify(echo(8_000)),
  });
  assert.equal(answer.headers.get('content-encoding'), 'gzip');
  assert.equal(JSON.stringify(await answer.json()).includes('a b a b'), true);
  const client = new Client({ name: 'test', version: '1' });
  t.after(() => client.close());
  const requestInit = { headers: { Authorization: `Bearer ${KEY}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  for (let i = 0; i < 3; i++) assert.equal((await client.listTools()).tools.length, 7);
  const called = await client.callTool({ name: 'echo', arguments: { text: 'long '.repeat(9_000) } });
  assert.deepEqual(called.structuredContent, { text: 'long '.repeat(9_000) });
  const curl = async (...more: string[]): Promise<string> => {
    const sent = ['-s', '-d', JSON.stringify(echo(8_000)), ...more, url];
    const named = Object.entries(jsonHeaders).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    return (await promisify(execFile)('curl', [...named, ...sent])).stdout;
  };
  if (spawnSync('curl', ['-V']).status !== 0) return;
  assert.equal(await curl('--compressed'), await curl());
  assert.equal(await curl('--http1.0', '--compressed'), await curl());
});

test('four hundred callers that leave before, within and after a compressed answer leave nothing behind', async (t) => {
  const server = await startServer(t);
  const body = JSON.stringify(echo(300_000));
  const leave = async (ms: number): Promise<void> => {
    const raw = await server.open();
    raw.write(rawPost(body, ['Accept-Encoding: br']));
    await delay(ms);
    raw.socket.resetAndDestroy();
  };
  const round = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 10 }, (_, n) => leave(n * 2)));
    while (process.getActiveResourcesInfo().filter((name) => /zlib|Brotli/i.test(name)).length > 0)
      await delay(5);
  };
  await round();
  const before = process.memoryUsage().rss;
  await round();
  assert.ok(process.memoryUsage().rss - before < 150e6);
  const errors = server.lines.filter(({ level }) => level === 50);
  assert.deepEqual(errors, []);
  const coded = await ask(server, echo(300_000), 'br');
  assert.equal(coded.encoding, 'br');
});

test('who does not read an answer is cut off in time, and others are served meanwhile', async (t) => {
  const size = 1_800_000;
  const json = JSON.stringify({ text: 'x'.repeat(size / 2) });
  const wrap = (service: Service): Service => ({
    ...service,
    call: (caller, call) =>
      call.tool === 'export' ? Promise.resolve({ kind: 'answer', json }) : service.call(caller, call),
  });
  const server = await startServer(t, { wrap, limits: { sendingMs: 300 } });
  const sockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => /^TCPSocketWrap$/.test(name)).length;
  const before = sockets();
  const stalled = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const raw = await server.open();
      raw.socket.pause();
      for (let i = 0; i < 6; i++)
        raw.write(rawPost(JSON.stringify(legacy('tools/call', { name: 'export' }, i))));
      return raw;
    }),
  );
  // Each of them has an end here too, which stays until it is read.
  const startedAt = performance.now();
  do {
    assert.equal((await server.rpc(echo(40))).status, 200);
    await delay(50);
    assert.ok(performance.now() - startedAt < 60_000, `${sockets() - before} connections`);
  } while (sockets() > before + stalled.length);
  // What the system has in its buffers comes, and then the end.
  const read = await Promise.all(
    stalled.map(async ({ socket, closed }) => {
      socket.resume();
      await closed();
      return socket.bytesRead;
    }),
  );
  assert.deepEqual(
    read.filter((bytes) => bytes > 5 * size),
    [],
  );
  const slow = await server.open();
  slow.write(rawPost(JSON.stringify(legacy('tools/call', { name: 'export' }))));
  assert.match(await slow.until('"isError":false'), /"isError":false/);
});

test('who reads a long answer slowly, but reads, gets all of it', async (t) => {
  const json = JSON.stringify({ text: 'x'.repeat(6_000_000) });
  const wrap = (service: Service): Service => ({
    ...service,
    call: (caller, call) =>
      call.tool === 'export' ? Promise.resolve({ kind: 'answer', json }) : service.call(caller, call),
  });
  // A fraction of how long it reads, but more than this process may stand still on a busy machine: caller and server are in it.
  const server = await startServer(t, { wrap, limits: { sendingMs: 1_000 } });
  const raw = await server.open();
  raw.socket.on('data', () => {
    raw.socket.pause();
    setTimeout(() => raw.socket.resume(), 40);
  });
  raw.write(rawPost(JSON.stringify(legacy('tools/call', { name: 'export' })), ['Connection: close']));
  assert.match((await raw.closed()).slice(-200), /"isError":false/);
});

test('a connection on which nothing moves is closed, but not while its answer is in work', async (t) => {
  const json = JSON.stringify({ text: 'x'.repeat(4_000_000) });
  const wrap = (service: Service): Service => ({
    ...service,
    call: (caller, call) =>
      call.tool === 'export' ? Promise.resolve({ kind: 'answer', json }) : service.call(caller, call),
  });
  const server = await startServer(t, { wrap, limits: { stalledMs: 300, sendingMs: 60_000 } });
  const slow = await server.open();
  slow.write(rawPost(JSON.stringify(legacy('tools/call', { name: 'slow' }))));
  const paused = await server.open();
  paused.socket.pause();
  paused.write(rawPost(JSON.stringify(legacy('tools/call', { name: 'export' }))));
  const silent = await server.open();
  silent.write('POST /mcp HTTP/1.1\r\n');
  await silent.closed();
  await delay(1_500);
  server.release();
  assert.match(await slow.until('"isError":false'), /"isError":false/);
  paused.socket.resume();
  assert.doesNotMatch(await paused.closed(), /"isError":false/);
});
