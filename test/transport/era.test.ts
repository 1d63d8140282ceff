// Both eras on one endpoint: which request belongs where, and what each is answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ICONS } from '../../src/base/icon.ts';
import {
  CAPABILITIES_KEY,
  legacy,
  modern,
  MORE_KEY,
  MORE_TOOLS,
  sendModern,
  SERVER_KEY,
  startServer,
  TOOLS,
  VERSION_KEY,
} from './support.ts';

const ALL = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];
const claim = { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: {} };
const modernHeaders = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };

test('initialize echoes a served revision and answers any other with 2025-11-25', async (t) => {
  const server = await startServer(t);
  const asks: [unknown, string][] = [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
    [7, '2025-11-25'],
  ];
  for (const [asked, answered] of asks) {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { status, body } = await server.rpc(legacy('initialize', params, 0));
    assert.equal(status, 200);
    assert.equal(body.id, 0);
    assert.equal(body.result.protocolVersion, answered);
    assert.deepEqual(body.result.capabilities, { tools: {}, prompts: {}, resources: {} });
    const knowsIcons = answered === '2025-11-25';
    const keys = ['name', 'title', 'version', ...(knowsIcons ? ['icons'] : [])];
    assert.deepEqual(Object.keys(body.result.serverInfo), keys);
    assert.equal(typeof body.result.instructions, 'string');
  }
});

test('the handshake is never refused for a version header', async (t) => {
  const server = await startServer(t);
  for (const version of ['2026-07-28', '2099-01-01', 'x', '2025-06-18']) {
    const received = await server.rpc(legacy('initialize', {}), { 'MCP-Protocol-Version': version });
    assert.equal(received.body.result.protocolVersion, '2025-11-25');
  }
});

test('legacy ping, list and call work with no handshake, under any served version header or none', async (t) => {
  const server = await startServer(t);
  for (const version of [undefined, '2025-11-25', '2025-06-18', '2025-03-26']) {
    const headers = version === undefined ? {} : { 'MCP-Protocol-Version': version };
    assert.deepEqual((await server.rpc(legacy('ping'), headers)).body, { jsonrpc: '2.0', id: 1, result: {} });
    const listed = await server.rpc(legacy('tools/list'), headers);
    assert.deepEqual(listed.body, { jsonrpc: '2.0', id: 1, result: { tools: TOOLS } });
    const called = await server.rpc(
      legacy('tools/call', { name: 'echo', arguments: { text: 'a"é' }, task: { ttl: 1 } }),
      headers,
    );
    assert.deepEqual(called.body.result, {
      content: [{ type: 'text', text: '{"text":"a\\"é"}' }],
      structuredContent: { text: 'a"é' },
      isError: false,
    });
  }
});

test('an unknown legacy method is a 200 with -32601', async (t) => {
  const server = await startServer(t);
  for (const method of [
    'resources/subscribe',
    'completion/complete',
    'logging/setLevel',
    'server/discover',
    'tasks/get',
    '',
  ]) {
    const { status, body } = await server.rpc(legacy(method, {}));
    assert.deepEqual([status, body.error.code, body.id], [200, -32601, 1]);
  }
});

test('a modern list is whole, cacheable and says who answers', async (t) => {
  const server = await startServer(t);
  const { status, body } = await sendModern(server, 'tools/list');
  assert.equal(status, 200);
  assert.deepEqual(body.result, {
    resultType: 'complete',
    tools: TOOLS,
    ttlMs: 300000,
    cacheScope: 'private',
    _meta: { [SERVER_KEY]: { name: 'folio', version: '0.1.0' } },
  });
});

test('a key with a further set is answered its tools as well, in both eras, and no other key is', async (t) => {
  const server = await startServer(t);
  const authorization = `Bearer ${MORE_KEY}`;
  const more = [...TOOLS, ...MORE_TOOLS];
  assert.deepEqual((await server.rpc(legacy('tools/list'), { authorization })).body.result, { tools: more });
  const { message, headers } = modern('tools/list');
  const asked = await server.rpc(message, { ...headers, authorization });
  assert.deepEqual(asked.body.result.tools, more);
  assert.deepEqual((await server.rpc(legacy('tools/list'))).body.result, { tools: TOOLS });
});

test('server/discover names the revisions, capabilities and instructions', async (t) => {
  const server = await startServer(t);
  const { body } = await sendModern(server, 'server/discover');
  const { instructions, ...rest } = body.result;
  assert.equal(typeof instructions, 'string');
  assert.deepEqual(rest, {
    resultType: 'complete',
    supportedVersions: ALL,
    capabilities: {
      tools: {},
      prompts: {},
      resources: {},
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    },
    ttlMs: 3600000,
    cacheScope: 'private',
    _meta: { [SERVER_KEY]: { name: 'folio', title: 'Folio accounting', version: '0.1.0', icons: ICONS } },
  });
});

test('the icons are pictures within the answer', () => {
  assert.deepEqual(
    ICONS.map(({ mimeType, sizes }) => [mimeType, sizes]),
    [
      ['image/svg+xml', ['any']],
      ['image/png', ['48x48']],
    ],
  );
  for (const { src, mimeType } of ICONS) assert.ok(src.startsWith(`data:${mimeType};base64,`));
  const [svg, png] = ICONS.map(({ src }) => Buffer.from(src.replace(/^.*,/, ''), 'base64'));
  assert.match(String(svg), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32">.*<\/svg>$/);
  // What a PNG begins with, and its width and height.
  assert.equal(png?.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.deepEqual([png?.readUInt32BE(16), png?.readUInt32BE(20)], [48, 48]);
});

test('a modern call is complete, says who answers and carries no cache hints', async (t) => {
  const server = await startServer(t);
  const { status, body } = await sendModern(server, 'tools/call', { name: 'echo', arguments: { text: 'x' } });
  assert.equal(status, 200);
  assert.deepEqual(body.result, {
    resultType: 'complete',
    content: [{ type: 'text', text: '{"text":"x"}' }],
    structuredContent: { text: 'x' },
    isError: false,
    _meta: { [SERVER_KEY]: { name: 'folio', version: '0.1.0' } },
  });
});

test('a modern unknown method is a 404 with -32601, removed ones included', async (t) => {
  const server = await startServer(t);
  for (const method of [
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'prompts/list/x',
    'completion/complete',
    'subscriptions/listen',
    'tasks/list',
    'tasks/result',
    'x',
  ]) {
    const { status, body } = await sendModern(server, method);
    assert.deepEqual([status, body.error.code, body.id], [404, -32601, 1], method);
  }
});

test('a cursor that was never given is -32602, in both eras', async (t) => {
  const server = await startServer(t);
  for (const cursor of ['abc', ' ', 0, 5, false]) {
    const old = await server.rpc(legacy('tools/list', { cursor }));
    assert.deepEqual([old.status, old.body.error.code], [200, -32602]);
    const young = await sendModern(server, 'tools/list', { cursor });
    assert.deepEqual([young.status, young.body.error.code], [200, -32602]);
  }
});

test('no cursor, an empty one and null are the first page, in both eras', async (t) => {
  const server = await startServer(t);
  for (const params of [{}, { cursor: '' }, { cursor: null }]) {
    const old = await server.rpc(legacy('tools/list', params));
    const young = await sendModern(server, 'tools/list', params);
    for (const { body } of [old, young]) assert.equal(body.result.tools.length, TOOLS.length);
  }
});

test('a missing header is named', async (t) => {
  const server = await startServer(t);
  const { message } = modern('tools/list');
  const { body } = await server.rpc(message, { 'MCP-Protocol-Version': '2026-07-28' });
  assert.match(body.error.message, /Mcp-Method header is missing/);
});

test('header names in any case, blanks around values and base64 names pass', async (t) => {
  const server = await startServer(t);
  const { message } = modern('tools/call', { name: 'echo', arguments: { text: 'x' } });
  const spellings = [
    { 'mcp-protocol-version': '  2026-07-28 ', 'MCP-METHOD': '\ttools/call ', 'mcp-NAME': ' echo  ' },
    { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': '=?base64?ZWNobw==?=' },
  ];
  for (const headers of spellings) assert.equal((await server.rpc(message, headers)).status, 200);
});

test('client info, log level and unknown keys of _meta are never required and never refused', async (t) => {
  const server = await startServer(t);
  const meta = {
    ...claim,
    'io.modelcontextprotocol/clientInfo': 7,
    'x/y': [],
    traceparent: 'bad',
    progressToken: {},
  };
  assert.equal((await server.rpc(legacy('tools/list', { _meta: meta }), modernHeaders)).status, 200);
});

test('initialize with a malformed or legacy claim is the handshake; with a whole modern one it is modern', async (t) => {
  const server = await startServer(t);
  for (const meta of [
    { [VERSION_KEY]: 5 },
    { [VERSION_KEY]: '2026-07-28' },
    { ...claim, [VERSION_KEY]: '2025-06-18' },
  ]) {
    assert.equal(
      (await server.rpc(legacy('initialize', { _meta: meta }))).body.result.protocolVersion,
      '2025-11-25',
    );
  }
  assert.equal((await sendModern(server, 'initialize')).status, 404);
});

test('a modern call whose params have no name is a 200 with -32602', async (t) => {
  const server = await startServer(t);
  for (const params of [{}, { name: 5 }, { name: null }, { name: ['echo'] }]) {
    const { message } = modern('tools/call', params);
    const { status, body } = await server.rpc(message, {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
    });
    assert.deepEqual([status, body.error.code, body.id], [200, -32602, 1]);
  }
});
