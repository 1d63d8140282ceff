// The apps in use, each as it says who it is and asks: from registration or document to a call and a refresh.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { parse } from 'yaml';
import { SCOPES } from '../../../generated/scopes.ts';
import type { Fetcher } from '../../../src/base/net/fetcher.ts';
import { say } from '../../../src/base/said.ts';
import { startTestConsole } from '../../console/support.ts';
import { allow, ask, call, post } from '../support.ts';

interface App {
  readonly app: string;
  readonly known: 'seen' | 'read';
  readonly source: string;
  readonly known_on: string;
  readonly by: 'document' | 'registration' | 'typed';
  readonly id?: string;
  readonly metadata: {
    readonly client_name: string;
    readonly redirect_uris: readonly string[];
    readonly token_endpoint_auth_methods_supported?: readonly string[];
  };
  readonly proof?: { readonly by: string; readonly alg?: string; readonly audience?: string };
  readonly ask: Readonly<Record<string, string>>;
}

const { apps } = parse(readFileSync('test/oauth/clients/apps.yaml', 'utf8')) as {
  readonly apps: readonly App[];
};
const keys = await generateKeyPair('RS256');
const published = new Map<string, unknown>([
  [
    'https://chatgpt.com/oauth/jwks.json',
    { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', use: 'sig' }] },
  ],
  ...apps.flatMap(({ id, metadata }) =>
    id === undefined ? [] : [[id, { client_id: id, ...metadata }] as const],
  ),
]);
/** In place of the network: what each address would answer. */
const fetcher: Fetcher = {
  fetch: async ({ url }) =>
    published.has(url)
      ? { text: JSON.stringify(published.get(url)), max_age_s: 3_600 }
      : { fault: say('post_answered', { code: 404 }) },
  close: () => undefined,
};

const folio = await startTestConsole({}, undefined, { fetcher });
after(() => folio.close());
const { origin } = folio;
const ana = folio.as('administrator');

const filled = (text: string): string =>
  text
    .replace('ISSUER', origin)
    .replace('MCP', `${origin}/mcp`)
    .replace('ALL', Object.keys(SCOPES).join(' '));

interface Known {
  readonly id: string;
  readonly secret: string;
}

const introduce = async ({ by, id = '', metadata }: App): Promise<Known> => {
  if (by === 'document') return { id, secret: '' };
  if (by === 'registration') {
    const answer = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://app.example.com' },
      body: filled(JSON.stringify(metadata)),
    });
    const body = await answer.json();
    assert.equal(answer.status, 201, JSON.stringify(body));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual(body.redirect_uris, metadata.redirect_uris);
    assert.equal(body.token_endpoint_auth_method, 'none');
    assert.ok(!('client_secret' in body) && body.client_id_issued_at > 1e9);
    return { id: body.client_id, secret: '' };
  }
  const { client_name: name, redirect_uris } = metadata;
  const { html } = await ana.send('/settings/apps/typed', 'make', {
    name,
    redirect_uri: redirect_uris.join('\n'),
  });
  return {
    id: /ocli_[0-9a-z]{26}/.exec(html)?.[0] ?? '',
    secret: /folio_ocs_[\w-]{43}/.exec(html)?.[0] ?? '',
  };
};

interface Proof {
  readonly fields: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const prove = async ({ proof }: App, { id, secret }: Known): Promise<Proof> => {
  if (proof?.by === 'client_secret_post') return { fields: { client_id: id, client_secret: secret } };
  if (proof?.by === 'client_secret_basic') {
    const pair = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64');
    return { fields: {}, headers: { authorization: `Basic ${pair}` } };
  }
  if (proof?.by !== 'private_key_jwt') return { fields: { client_id: id } };
  const client_assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: proof.alg ?? '', kid: 'k' })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(filled(proof.audience ?? ''))
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(keys.privateKey);
  return {
    fields: {
      client_id: id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
    },
  };
};

test('of every app it is said where it is known from, and until when', () => {
  const wanted = [
    'ChatGPT',
    'Claude',
    'Claude Code',
    'Codex',
    'Copilot Studio',
    'Cursor',
    'Gemini Enterprise',
    'OpenCode',
    'VS Code',
    'mcp-remote',
    'the official SDK',
  ];
  assert.deepEqual([...new Set(apps.map(({ app }) => app.split(', ')[0] ?? ''))].sort(), wanted);
  for (const { app, known, source, known_on } of apps) {
    assert.ok(known === 'seen' || known === 'read', app);
    assert.ok(URL.canParse(source) && /^https?:\/\/[\w.-]+\/./.test(source), `${app}: ${source}`);
    assert.ok(
      /^202[5-9]-\d\d-\d\d$/.test(known_on) && new Date(known_on) <= new Date(),
      `${app}: ${known_on}`,
    );
  }
});

for (const app of apps)
  test(`${app.app} (${app.known}) is connected, calls and refreshes`, async () => {
    const client = await introduce(app);
    const { redirect_uri = '', ...more } = app.ask;
    const params = Object.fromEntries(Object.entries(more).map(([name, value]) => [name, filled(value)]));
    const { path, verifier, state } = ask(client, { redirect_uri, ...params });
    const back = await allow(ana, path, { scope: ['invoices:read'] });
    assert.ok(back.href.startsWith(`${redirect_uri}?`), back.href);
    assert.equal(back.searchParams.get('state'), state);
    assert.equal(back.searchParams.get('iss'), origin);
    const token = async (fields: Readonly<Record<string, string>>) => {
      const proof = await prove(app, client);
      return post(`${origin}/oauth/token`, { ...fields, ...proof.fields }, proof.headers);
    };
    const code = back.searchParams.get('code') ?? '';
    const got = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      code_verifier: verifier,
    });
    assert.equal(got.status, 200, JSON.stringify(got.body));
    assert.equal((await call(folio, got.body['access_token'])).status, 200);
    const refresh_token = got.body['refresh_token'] ?? '';
    const next = await token({ grant_type: 'refresh_token', refresh_token });
    assert.equal(next.status, 200, JSON.stringify(next.body));
    assert.equal((await call(folio, next.body['access_token'], 'search_invoices')).status, 200);
  });

test('who does not prove what it said of itself gets nothing, and is told so as programs are', async () => {
  for (const app of apps.filter(({ proof }) => proof !== undefined)) {
    const { id } = await introduce(app);
    const bare = await post(`${origin}/oauth/token`, {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: id,
    });
    // One that also comes without has proved enough to be told that its token is unknown.
    const { token_endpoint_auth_methods_supported: ways = [] } = app.metadata;
    const refused = ways.includes('none') ? [400, 'invalid_grant'] : [401, 'invalid_client'];
    assert.deepEqual([bare.status, bare.body['error']], refused, app.app);
    const basic = { authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:x`).toString('base64')}` };
    const wrong = await post(
      `${origin}/oauth/token`,
      { grant_type: 'refresh_token', refresh_token: 'x' },
      basic,
    );
    assert.deepEqual([wrong.status, wrong.body['error']], [401, 'invalid_client'], app.app);
    assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic realm=/);
    const both = { grant_type: 'refresh_token', refresh_token: 'x', client_id: id, client_secret: 'x' };
    const two = await post(`${origin}/oauth/token`, both, basic);
    assert.deepEqual([two.status, two.body['error']], [400, 'invalid_request'], app.app);
  }
});

test('what is no registration is answered with the error that RFC 7591 has for it', async () => {
  const register = async (body: string, type = 'application/json', method = 'POST') => {
    const init = method === 'POST' ? { body } : {};
    const answer = await fetch(`${origin}/oauth/register`, {
      method,
      headers: { 'content-type': type },
      ...init,
    });
    return [answer.status, (await answer.json()).error];
  };
  const uri = (...redirect_uris: readonly unknown[]): string => JSON.stringify({ redirect_uris });
  for (const body of ['', 'x', '[]', 'null', '{"redirect_uris":["https://a.example/cb"],"client_name":1}'])
    assert.deepEqual(await register(body), [400, 'invalid_client_metadata'], body);
  for (const body of [
    '{}',
    uri(),
    uri(7),
    uri('javascript:alert(1)'),
    uri('https://a.example/cb', 'data:x'),
    uri('http://a.example/'),
  ])
    assert.deepEqual(await register(body), [400, 'invalid_redirect_uri'], body);
  assert.deepEqual(await register(uri('https://a.example/'), 'text/plain'), [400, 'invalid_client_metadata']);
  const long = JSON.stringify({ redirect_uris: ['https://a.example/'], x: 'x'.repeat(17_000) });
  assert.deepEqual(await register(long), [400, 'invalid_client_metadata']);
  assert.equal((await register('', 'text/plain', 'GET'))[0], 405);
  const pages = [
    ['https://claude.ai/oauth/nothing', /could not be read/],
    ['https://127.0.0.1/client.json', /address such as/],
    ['http://claude.ai/oauth/mcp-oauth-client-metadata', /address such as/],
    ['ocli_unknown', /does not know this app/],
  ] as const;
  for (const [client_id, says] of pages) {
    const answer = await fetch(`${origin}${ask({ id: client_id }).path}`, { redirect: 'manual' });
    assert.equal(answer.status, 400, client_id);
    assert.equal(answer.headers.get('location'), null);
    assert.match(await answer.text(), says);
  }
  const { body } = await fetch(`${origin}/.well-known/oauth-authorization-server`).then(async (answer) => ({
    body: await answer.json(),
  }));
  assert.equal(body.registration_endpoint, `${origin}/oauth/register`);
  assert.equal(body.client_id_metadata_document_supported, true);
  assert.deepEqual(body.token_endpoint_auth_methods_supported, [
    'none',
    'private_key_jwt',
    'client_secret_basic',
    'client_secret_post',
  ]);
  assert.deepEqual(body.token_endpoint_auth_signing_alg_values_supported, ['RS256', 'ES256']);
});
