// The official clients, as users have them: v1, and v2 in each way of choosing a revision.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Client as ClientV2,
  InsufficientScopeError,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport as TransportV2,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import { INTEGRATION_KEY, KEY, startServer, TOOLS } from './support.ts';

type After = Parameters<typeof startServer>[0];

const bearer = (key: string): { requestInit: { headers: Record<string, string> } } => ({
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});

const connectV2 = async (
  t: After,
  url: string,
  mode: VersionNegotiationMode | undefined,
  key = KEY,
): Promise<ClientV2> => {
  const options = mode === undefined ? {} : { versionNegotiation: { mode } };
  const client = new ClientV2({ name: 'test', version: '1' }, options);
  t.after(() => client.close());
  await client.connect(new TransportV2(new URL(url), bearer(key)));
  return client;
};

const connectV1 = async (t: After, url: string, key = KEY): Promise<ClientV1> => {
  const client = new ClientV1({ name: 'test', version: '1' });
  t.after(() => client.close());
  await client.connect(new TransportV1(new URL(url), bearer(key)));
  return client;
};

const modes: [string, VersionNegotiationMode | undefined, string][] = [
  ['by default', undefined, '2025-11-25'],
  ['in mode legacy', 'legacy', '2025-11-25'],
  ['in mode auto', 'auto', '2026-07-28'],
  ['pinned to 2026-07-28', { pin: '2026-07-28' }, '2026-07-28'],
];

const rejected = (status: number) => (error: unknown) =>
  error instanceof SdkHttpError && error.status === status;

for (const [title, mode, version] of modes) {
  test(`the v2 client ${title} lists and calls tools and tells failures apart`, async (t) => {
    const server = await startServer(t);
    const client = await connectV2(t, server.transport.url, mode);
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.deepEqual(
      (await client.listTools()).tools.map((tool) => tool.name),
      TOOLS.map((tool) => Reflect.get(tool, 'name')),
    );
    const called = await client.callTool({ name: 'echo', arguments: { text: 'é' } });
    assert.deepEqual(called.structuredContent, { text: 'é' });
    assert.deepEqual(called.content, [{ type: 'text', text: '{"text":"é"}' }]);
    assert.equal((await client.callTool({ name: 'fail' })).isError, true);
    await assert.rejects(
      client.callTool({ name: 'ecko' }),
      (error) => error instanceof ProtocolError && error.code === -32602,
    );
    await assert.rejects(
      client.callTool({ name: 'forbidden' }),
      (error) => error instanceof InsufficientScopeError,
    );
  });

  test(`the v2 client ${title} is told of a bad key and of a wrong key type`, async (t) => {
    const server = await startServer(t);
    await assert.rejects(connectV2(t, server.transport.url, mode, 'wrong'), rejected(401));
    await assert.rejects(connectV2(t, server.transport.url, mode, INTEGRATION_KEY), rejected(403));
  });
}

test('the v1 client lists and calls tools and tells failures apart', async (t) => {
  const server = await startServer(t);
  const client = await connectV1(t, server.transport.url);
  assert.equal((await client.listTools()).tools.length, TOOLS.length);
  assert.deepEqual((await client.callTool({ name: 'echo', arguments: { text: 'x' } })).structuredContent, {
    text: 'x',
  });
  assert.equal((await client.callTool({ name: 'fail' })).isError, true);
  await client.ping();
  await assert.rejects(
    client.callTool({ name: 'ecko' }),
    (error) => error instanceof McpError && error.code === -32602,
  );
  await assert.rejects(client.callTool({ name: 'forbidden' }), /403|insufficient_scope/);
});

test('the v1 client is told of a bad key', async (t) => {
  const server = await startServer(t);
  await assert.rejects(connectV1(t, server.transport.url, 'wrong'), /401|unauthorized/i);
});

test('a v2 client reads an idempotency key into _meta', async (t) => {
  const server = await startServer(t);
  const client = await connectV2(t, server.transport.url, 'auto');
  await client.callTool({ name: 'echo', _meta: { 'folio/idempotency-key': 'k1' } });
  assert.equal(server.calls.at(-1)?.idempotency_key, 'k1');
});
