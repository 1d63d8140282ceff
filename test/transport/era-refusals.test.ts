// Every refusal that the era of a request decides, in the order of its checks.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CAPABILITIES_KEY, legacy, startServer, VERSION_KEY } from './support.ts';

const ALL = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];
const claim = { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: {} };
const modernHeaders = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };

interface Row {
  readonly title: string;
  readonly meta?: unknown;
  readonly headers: Record<string, string>;
  readonly code: number;
  readonly data?: object;
  readonly method?: string;
  readonly params?: object;
}

const named = { ...modernHeaders, 'Mcp-Method': 'tools/call' };
const rows: Row[] = [
  {
    title: 'a version that is no string',
    meta: { ...claim, [VERSION_KEY]: 5 },
    headers: modernHeaders,
    code: -32602,
  },
  {
    title: 'a version that is null',
    meta: { ...claim, [VERSION_KEY]: null },
    headers: modernHeaders,
    code: -32602,
  },
  {
    title: 'no client capabilities',
    meta: { [VERSION_KEY]: '2026-07-28' },
    headers: modernHeaders,
    code: -32602,
  },
  {
    title: 'client capabilities that are no object',
    meta: { ...claim, [CAPABILITIES_KEY]: [] },
    headers: modernHeaders,
    code: -32602,
  },
  {
    title: 'a malformed claim beats a wrong header',
    meta: { [VERSION_KEY]: '2026-07-28' },
    headers: { 'MCP-Protocol-Version': '2025-06-18' },
    code: -32602,
  },
  { title: 'a modern header without a claim', headers: modernHeaders, code: -32602 },
  {
    title: 'a modern header with other keys in _meta',
    meta: { progressToken: 1 },
    headers: modernHeaders,
    code: -32602,
  },
  {
    title: 'another version in the header',
    meta: claim,
    headers: { ...modernHeaders, 'MCP-Protocol-Version': '2025-11-25' },
    code: -32020,
  },
  {
    title: 'another method in the header',
    meta: claim,
    headers: { ...modernHeaders, 'Mcp-Method': 'tools/call' },
    code: -32020,
  },
  {
    title: 'another case of the method in the header',
    meta: claim,
    headers: { ...modernHeaders, 'Mcp-Method': 'Tools/List' },
    code: -32020,
  },
  {
    title: 'a wrong header beats an unserved version',
    meta: { ...claim, [VERSION_KEY]: '2027-01-01' },
    headers: modernHeaders,
    code: -32020,
  },
  {
    title: 'an unserved version',
    meta: { ...claim, [VERSION_KEY]: '2027-01-01' },
    headers: { ...modernHeaders, 'MCP-Protocol-Version': '2027-01-01' },
    code: -32022,
    data: { supported: ALL, requested: '2027-01-01' },
  },
  {
    title: 'an unserved version beats missing headers',
    meta: { ...claim, [VERSION_KEY]: '2027-01-01' },
    headers: {},
    code: -32022,
    data: { supported: ALL, requested: '2027-01-01' },
  },
  {
    title: 'a legacy version in a claim',
    meta: { ...claim, [VERSION_KEY]: '2025-06-18' },
    headers: {},
    code: -32022,
    data: { supported: ['2026-07-28'], requested: '2025-06-18' },
  },
  { title: 'no version header', meta: claim, headers: { 'Mcp-Method': 'tools/list' }, code: -32020 },
  { title: 'no method header', meta: claim, headers: { 'MCP-Protocol-Version': '2026-07-28' }, code: -32020 },
  {
    title: 'missing headers beat an unknown method',
    meta: claim,
    headers: { 'MCP-Protocol-Version': '2026-07-28' },
    code: -32020,
    method: 'x',
  },
  {
    title: 'no name header',
    meta: claim,
    headers: named,
    code: -32020,
    method: 'tools/call',
    params: { name: 'echo' },
  },
  {
    title: 'another name in the header',
    meta: claim,
    headers: { ...named, 'Mcp-Name': 'fail' },
    code: -32020,
    method: 'tools/call',
    params: { name: 'echo' },
  },
  {
    title: 'another case of the name',
    meta: claim,
    headers: { ...named, 'Mcp-Name': 'Echo' },
    code: -32020,
    method: 'tools/call',
    params: { name: 'echo' },
  },
  {
    title: 'a broken base64 name',
    meta: claim,
    headers: { ...named, 'Mcp-Name': '=?base64?ZWNobw=?=' },
    code: -32020,
    method: 'tools/call',
    params: { name: 'echo' },
  },
  {
    title: 'a base64 name of something else',
    meta: claim,
    headers: { ...named, 'Mcp-Name': '=?base64?ZmFpbA==?=' },
    code: -32020,
    method: 'tools/call',
    params: { name: 'echo' },
  },
  {
    title: 'an unknown version header without a claim',
    headers: { 'MCP-Protocol-Version': '2027-01-01' },
    code: -32022,
    data: { supported: ALL, requested: '2027-01-01' },
  },
  {
    title: 'an old version header without a claim',
    headers: { 'MCP-Protocol-Version': '2024-11-05' },
    code: -32022,
    data: { supported: ALL, requested: '2024-11-05' },
  },
  {
    title: 'an empty version header',
    headers: { 'MCP-Protocol-Version': '' },
    code: -32022,
    data: { supported: ALL, requested: '' },
  },
];

for (const { title, meta, headers, code, data, method = 'tools/list', params = {} } of rows) {
  test(`${title}: 400 with ${code} and the id`, async (t) => {
    const server = await startServer(t);
    const message = legacy(method, { ...params, ...(meta === undefined ? {} : { _meta: meta }) }, 'id-6');
    const { status, body } = await server.rpc(message, headers);
    assert.deepEqual([status, body.error?.code, body.id], [400, code, 'id-6']);
    if (data !== undefined) assert.deepEqual(body.error.data, data);
    assert.equal(server.calls.length, 0);
  });
}
