// What browsers are told of calls from other origins.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { jsonHeaders, legacy, startServer } from './support.ts';

const LISTED = 'https://app.example';
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
};
const CORS = /^access-control-/;

const corsOf = (headers: object): readonly string[] => Object.keys(headers).filter((name) => CORS.test(name));

test('a preflight of a listed origin is a 204 without a key, with methods, headers and an age', async (t) => {
  const server = await startServer(t, { allowedOrigins: [`${LISTED}/`, 'http://localhost:6274'] });
  for (const origin of [LISTED, 'http://localhost:6274']) {
    for (const path of ['/mcp', '/mcp/', '/mcp?x=1']) {
      const { status, headers, text } = await server.send({
        method: 'OPTIONS',
        path,
        headers: { origin, ...PREFLIGHT },
      });
      assert.deepEqual([status, text, headers['content-length']], [204, '', undefined]);
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.equal(headers['access-control-allow-methods'], 'POST');
      assert.equal(headers.vary, 'Origin');
      assert.ok(Number(headers['access-control-max-age']) > 0);
      assert.equal(headers['access-control-allow-credentials'], undefined);
      const taken = headers['access-control-allow-headers']?.split(', ') ?? [];
      for (const name of [
        'authorization',
        'content-type',
        'mcp-protocol-version',
        'mcp-method',
        'mcp-name',
        'mcp-session-id',
        'idempotency-key',
      ])
        assert.ok(taken.includes(name), name);
    }
  }
});

test('answers and refusals to a listed origin can be read, with what tells why', async (t) => {
  const server = await startServer(t, { allowedOrigins: [LISTED] });
  const origin = { origin: LISTED };
  const answers = [
    await server.rpc(legacy('ping'), origin),
    await server.rpc(legacy('tools/list'), { ...origin, 'accept-encoding': 'identity' }),
    await server.rpc(legacy('ping'), { ...origin, authorization: 'Bearer folio_unknown' }),
    await server.send({ headers: { ...origin }, body: '' }),
    await server.send({ method: 'GET', headers: origin }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 401, 415, 405],
  );
  for (const { headers } of answers) {
    assert.equal(headers['access-control-allow-origin'], LISTED);
    assert.match(
      headers['access-control-expose-headers'] ?? '',
      /WWW-Authenticate.*Retry-After.*X-Request-Id/,
    );
    assert.match(headers.vary ?? '', /\bOrigin$/);
  }
  assert.equal(answers[1]?.headers.vary, 'Accept-Encoding, Origin');
});

test('no other origin is told anything, and neither is another path or a foreign Host', async (t) => {
  const server = await startServer(t, { allowedOrigins: [LISTED] });
  const asked = async (headers: Record<string, string>, path = '/mcp', method = 'OPTIONS') =>
    server.send({ method, path, headers });
  const refused = [
    await asked({ origin: 'https://evil.example', ...PREFLIGHT }),
    await asked({ origin: 'null', ...PREFLIGHT }),
    await asked({ origin: `${LISTED}.evil.example`, ...PREFLIGHT }),
    // May call, since the service is bound to loopback, but its pages may not read: it is not listed.
    await asked({ origin: 'http://localhost:3000', ...PREFLIGHT }),
    await asked(PREFLIGHT),
    await server.rpc(legacy('ping'), { origin: 'http://localhost:3000' }),
    await server.rpc(legacy('ping')),
  ];
  for (const { headers } of refused) {
    assert.deepEqual(corsOf(headers), []);
    assert.equal(headers.vary, 'Origin');
  }
  assert.deepEqual(
    refused.map(({ status }) => status),
    [405, 405, 405, 405, 405, 200, 200],
  );
  const elsewhere = await asked({ origin: LISTED, ...PREFLIGHT }, '/');
  assert.equal(elsewhere.status, 404);
  const foreign = await asked({ origin: LISTED, ...PREFLIGHT, host: 'evil.example' });
  assert.deepEqual([foreign.status, foreign.headers['access-control-allow-methods']], [403, undefined]);
  const plain = await asked({ origin: LISTED });
  assert.deepEqual([plain.status, plain.headers['access-control-allow-methods']], [405, undefined]);
});

test('without listed origins nothing is said of them, and PUBLIC_URL lists none', async (t) => {
  const server = await startServer(t, { publicUrl: 'https://books.example' });
  const called = await server.send({
    headers: { ...jsonHeaders, origin: 'https://books.example' },
    body: JSON.stringify(legacy('ping')),
  });
  assert.deepEqual([called.status, corsOf(called.headers), called.headers.vary], [200, [], undefined]);
});
