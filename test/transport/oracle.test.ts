// The official SDK's classifier as an oracle: generated requests go to our server and to it, and where the two are
// meant to differ the difference is named here.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { classifyInboundRequest } from '@modelcontextprotocol/server';
import * as fc from 'fast-check';

import { CAPABILITIES_KEY, type Received, startServer, VERSION_KEY } from './support.ts';
import { dose, seedOf } from '../support/dose.ts';

const SEED = seedOf(import.meta.filename);

const MODERN = '2026-07-28';
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'];
const BATCH = '2025-03-26';

interface Input {
  readonly body: unknown;
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

const absent = Symbol('absent');
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | typeof absent> =>
  fc.oneof({ weight: 2, arbitrary }, { weight: 1, arbitrary: fc.constant(absent) });
const withoutAbsent = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== absent));

const version = fc.constantFrom(MODERN, MODERN, MODERN, ...LEGACY, '2024-11-05', '2027-01-01', 'x', '');
const method = fc.constantFrom(
  'tools/list',
  'tools/list',
  'tools/call',
  'initialize',
  'ping',
  'server/discover',
  'a/b',
  'notifications/initialized',
);
const meta = fc
  .record({
    [VERSION_KEY]: maybe(
      fc.oneof(
        { weight: 5, arbitrary: version },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(5, null, {}) },
      ),
    ),
    [CAPABILITIES_KEY]: maybe(fc.constantFrom<unknown>({}, {}, { sampling: {} }, [], 'x', null)),
    traceparent: maybe(fc.constantFrom('x')),
  })
  .map(withoutAbsent);
const params = fc
  .record({
    name: fc.constant('echo'),
    _meta: maybe(
      fc.oneof(
        { weight: 9, arbitrary: meta },
        { weight: 1, arbitrary: fc.constantFrom<unknown>('x', [], 5) },
      ),
    ),
  })
  .map(withoutAbsent);
const message = fc
  .record({
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '2.0', '2.0', '2.0', '1.0'),
    id: maybe(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom<unknown>(1, 'a', 0) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1.5, true, 1e300) },
      ),
    ),
    method: maybe(method),
    params: maybe(
      fc.oneof(
        { weight: 9, arbitrary: params },
        { weight: 1, arbitrary: fc.constantFrom<unknown>([], 'x', 5) },
      ),
    ),
    result: fc.oneof(
      { weight: 9, arbitrary: fc.constant(absent) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>({}, 5) },
    ),
    error: fc.oneof(
      { weight: 9, arbitrary: fc.constant(absent) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>({ code: 1, message: 'x' }, {}) },
    ),
  })
  .map(withoutAbsent)
  // A method beside a result: the SDK refuses unknown members, we ignore them.
  .filter(
    (value) =>
      !('method' in value && ('result' in value || 'error' in value)) &&
      !('result' in value && 'error' in value),
  )
  .filter((value) => 'method' in value || !('params' in value));

/** Modern requests that fit together, all but for one header at times: pure chance would hardly make one. */
const coherent: fc.Arbitrary<Input> = fc
  .record({
    called: method,
    slip: fc.constantFrom('none', 'none', 'version', 'method', 'name'),
    claimed: fc.constantFrom(MODERN, MODERN, MODERN, '2027-01-01', '2025-06-18'),
    other: maybe(version),
  })
  .map(({ called, slip, claimed, other }) => {
    const slipped = other === absent ? undefined : other;
    return {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: called,
        params: { name: 'echo', _meta: { [VERSION_KEY]: claimed, [CAPABILITIES_KEY]: {} } },
      },
      version: slip === 'version' ? slipped : claimed,
      method: slip === 'method' ? slipped : called,
      name: slip === 'name' ? slipped : 'echo',
    };
  });

const free: fc.Arbitrary<Input> = fc.record({
  body: fc.oneof(
    { weight: 8, arbitrary: message },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }) },
  ),
  version: fc.oneof(fc.constant(undefined), version),
  method: fc.oneof(fc.constant(undefined), method),
  name: fc.constantFrom(undefined, 'echo', 'echo', 'other'),
});

const input = fc.oneof({ weight: 3, arbitrary: free }, { weight: 1, arbitrary: coherent });

const messageOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Ours: the params of a notification are not looked at, and an error response may say `id: null` as JSON-RPC does. */
const tolerated = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(tolerated);
  const { id, params: sent, ...rest } = messageOf(body);
  const fits = isObject(sent) && isObject(messageOf(sent)['_meta'] ?? {});
  if ('method' in rest && !('id' in messageOf(body)) && !fits) return rest;
  return id === null && 'error' in rest ? rest : body;
};

/** What the oracle says of a request, with the later rungs of the SDK's ladder that it leaves to others. */
const modernRequest = ({ body, version: header, method: methodHeader, name }: Input): string => {
  const { method: called, params: sent } = messageOf(body);
  if (messageOf(messageOf(sent)['_meta'])[VERSION_KEY] !== MODERN) return 'reject -32022';
  if (header === undefined || methodHeader === undefined) return 'reject -32020';
  return called === 'tools/call' && name !== 'echo' ? 'reject -32020' : 'modern';
};

const expected = (given: Input): string => {
  const { body, version: header } = given;
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body: tolerated(body),
    ...(header === undefined ? {} : { protocolVersionHeader: header }),
    ...(given.method === undefined ? {} : { mcpMethodHeader: given.method }),
    ...(given.name === undefined ? {} : { mcpNameHeader: given.name }),
  });
  const sent = messageOf(body);
  const isNotification = typeof sent['method'] === 'string' && !('id' in sent) && sent['jsonrpc'] === '2.0';
  // Ours: a notification is never answered, whatever it carries.
  if (isNotification) return 'quiet';
  if (Array.isArray(body)) {
    // Ours: batches only where their revision has them, and never with a handshake inside.
    if (outcome.kind === 'reject' || (header !== undefined && header !== BATCH)) return 'reject -32600';
    if (body.some((element) => messageOf(element)['method'] === 'initialize' && 'id' in messageOf(element)))
      return 'reject -32600';
    return body.some((element) => 'method' in messageOf(element) && 'id' in messageOf(element))
      ? 'batch'
      : 'quiet';
  }
  if (outcome.kind === 'legacy' && outcome.reason === 'response') return 'quiet';
  if (outcome.kind === 'reject' && outcome.cell === 'initialize-with-modern-header') return 'legacy'; // Ours: never refused.
  if (outcome.kind === 'modern') return modernRequest(given);
  const isServed = header === undefined || header === MODERN || LEGACY.includes(header);
  const isUnknown =
    !isServed &&
    (outcome.kind === 'legacy'
      ? outcome.reason === 'no-claim'
      : outcome.cell === 'modern-header-without-claim');
  // Ours: an unknown version in the header is answered with those that are served.
  if (isUnknown) return 'reject -32022';
  return outcome.kind === 'legacy' ? 'legacy' : `reject ${outcome.code}`;
};

const observed = ({ status, body }: Received): string => {
  if (status === 202) return 'quiet';
  if (status === 400) return `reject ${body.error.code}`;
  if (Array.isArray(body)) return 'batch';
  return status === 404 || body.result?.resultType === 'complete' ? 'modern' : 'legacy';
};

const ANSWERS = [
  'modern',
  'legacy',
  'quiet',
  'batch',
  'reject -32600',
  'reject -32602',
  'reject -32020',
  'reject -32022',
] as const;

test('the era and every refusal agree with the SDK', async (t) => {
  const server = await startServer(t);
  const seen = new Map<string, number>();
  const property = fc.asyncProperty(input, async (given) => {
    const headers = {
      ...(given.version === undefined ? {} : { 'mcp-protocol-version': given.version }),
      ...(given.method === undefined ? {} : { 'mcp-method': given.method }),
      ...(given.name === undefined ? {} : { 'mcp-name': given.name }),
    };
    const answer = observed(await server.rpc(JSON.stringify(given.body), headers));
    assert.equal(answer, expected(given));
    seen.set(answer, (seen.get(answer) ?? 0) + 1);
  });
  const lacking = (): readonly string[] => ANSWERS.filter((answer) => !seen.has(answer));
  // Further, where chance has left one of them out.
  for (let round = 0; round === 0 || (round < 20 && lacking().length > 0); round += 1)
    await fc.assert(property, { seed: SEED + round, numRuns: dose(500) });
  assert.deepEqual(lacking(), [], JSON.stringify([...seen]));
});
