// Every parameter of every endpoint, malformed: the declared code as JSON, or a page that helps; never a redirect to what
// nobody registered; and nothing that is good once is used up by it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { parse } from 'yaml';
import type { Fetcher } from '../../src/base/net/fetcher.ts';
import { say } from '../../src/base/said.ts';
import { startTestConsole } from '../console/support.ts';
import { allow, ask, call, connect, REDIRECT, refresh, registerClient } from './support.ts';

type Changes = Readonly<Record<string, string | readonly string[] | null>>;

interface Row {
  /** The rule that it breaks. */
  readonly of: string;
  readonly what: string;
  readonly set?: Changes;
  readonly page?: string;
  readonly error?: string;
  readonly state?: string | null;
  readonly status?: number;
  readonly method?: string;
  readonly type?: string;
  readonly body?: string;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly query?: string;
  /** The form stands in the address. */
  readonly inQuery?: boolean;
  readonly basic?: string;
  readonly header?: string;
  /** Of an assertion of SIGNS; times are seconds from now. */
  readonly claims?: Readonly<Record<string, string | number | readonly string[] | null>>;
  readonly stranger?: boolean;
  readonly tool?: string;
  readonly challenge?: string;
  readonly not?: string;
}

type Endpoint = 'authorize' | 'code' | 'refresh' | 'revoke' | 'register' | 'resource';
const TABLE = parse(readFileSync('test/oauth/malformed.yaml', 'utf8')) as Readonly<
  Record<Endpoint, readonly Row[]>
>;

const SIGNS = 'https://app.example.com/client.json';
const JWT = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const pair = await generateKeyPair('ES256');
const strangers = await generateKeyPair('ES256');
const document = {
  client_id: SIGNS,
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [await exportJWK(pair.publicKey)] },
};
const fetcher: Fetcher = {
  fetch: async ({ url }) =>
    url === SIGNS
      ? { text: JSON.stringify(document), max_age_s: 3_600 }
      : { fault: say('post_answered', { code: 404 }) },
  close: () => undefined,
};

const folio = await startTestConsole({}, undefined, { fetcher });
after(() => folio.close());
const { origin } = folio;
const ana = folio.as('administrator');
const client = await registerClient(folio);
const other = await registerClient(folio, { redirect_uris: ['https://other.example/callback'] });
const two = await registerClient(folio, { redirect_uris: [REDIRECT, 'https://two.example/callback'] });
const { html } = await ana.send('/settings/apps/typed', 'make', { name: 'Typed', redirect_uri: REDIRECT });
const typed = /ocli_[0-9a-z]{26}/.exec(html)?.[0] ?? '';
const secret = /folio_ocs_[\w-]{43}/.exec(html)?.[0] ?? '';
assert.ok(typed !== '' && secret !== '');
await ana.get(ask({ id: SIGNS }).path);
const tokens = await connect(folio, ana, client, { scope: ['invoices:read'] });
const asking = ask(client);
const code = (await allow(ana, asking.path)).searchParams.get('code') ?? '';
const good = Object.fromEntries(new URL(asking.path, origin).searchParams);

const STAND_FOR: Readonly<Record<string, string>> = {
  CLIENT: client.id,
  OTHER: other.id,
  TWO: two.id,
  TYPED: typed,
  SECRET: secret,
  MCP: `${origin}/mcp`,
  ORIGIN: origin,
  PORT: String(folio.port),
  REDIRECT,
  CODE: code,
  VERIFIER: asking.verifier,
  CHALLENGE: good['code_challenge'] ?? '',
  ACCESS: tokens['access_token'] ?? '',
  REFRESH: tokens['refresh_token'] ?? '',
  JWT,
};

const filled = (text: string): string =>
  text
    .replace(/LONG (\d+)/, (_, length: string) => 'x'.repeat(Number(length)))
    .replace(/\b[A-Z]{3,}\b/g, (word) => STAND_FOR[word] ?? word);

const filledAll = (value: unknown): unknown =>
  typeof value === 'string'
    ? filled(value)
    : Array.isArray(value)
      ? value.map(filledAll)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledAll(each)]))
        : value;

const changed = (of: Readonly<Record<string, string>>, set: Changes = {}): URLSearchParams => {
  const params = new URLSearchParams(of);
  for (const [name, value] of Object.entries(set)) {
    params.delete(name);
    for (const each of value === null ? [] : [value].flat()) params.append(name, filled(each));
  }
  return params;
};

/** As RFC 6749, 4.1.2.1 and 5.2 have it. */
const PRINTABLE = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

for (const row of TABLE.authorize)
  test(`authorize, ${row.of}, ${row.what}: ${row.page ?? row.error ?? 'taken'}`, async () => {
    const params = changed(good, row.set);
    const answer = await fetch(`${origin}/oauth/authorize?${params}`, { redirect: 'manual' });
    const location = answer.headers.get('location');
    if (row.page !== undefined) {
      const text = await answer.text();
      assert.deepEqual([answer.status, location], [400, null]);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.ok(text.includes(row.page), text.replace(/<[^>]+>/g, ' ').slice(0, 900));
      assert.doesNotMatch(text, /http-equiv="refresh"|href="(?![/#])/);
      return;
    }
    assert.equal(answer.status, 302, await answer.text());
    if (row.error === undefined) return assert.match(location ?? '', /^http:\/\/localhost:\d+\/connect\//);
    const to = new URL(location ?? '');
    assert.equal(`${to.origin}${to.pathname}`, REDIRECT);
    assert.deepEqual(
      ['error', 'state', 'iss', 'code'].map((name) => to.searchParams.getAll(name)),
      [
        [row.error],
        [row.state === undefined ? good['state'] : row.state].filter((s) => s !== null),
        [origin],
        [],
      ],
    );
    assert.match(to.searchParams.get('error_description') ?? '', PRINTABLE);
  });

const now = (): number => Math.floor(Date.now() / 1000);
const TIMES = new Set(['exp', 'nbf', 'iat']);

const assertionOf = async ({ claims = {}, stranger = false }: Row): Promise<string> => {
  const own = { iss: SIGNS, sub: SIGNS, aud: origin, exp: 60, jti: crypto.randomUUID() };
  const all = Object.entries({ ...own, ...claims })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [
      name,
      TIMES.has(name) && typeof value === 'number' ? now() + value : filledAll(value),
    ]);
  return new SignJWT(Object.fromEntries(all))
    .setProtectedHeader({ alg: 'ES256' })
    .sign(stranger ? strangers.privateKey : pair.privateKey);
};

const FORMS: Readonly<Record<'code' | 'refresh' | 'revoke', Readonly<Record<string, string>>>> = {
  code: {
    grant_type: 'authorization_code',
    client_id: client.id,
    code,
    redirect_uri: REDIRECT,
    code_verifier: asking.verifier,
  },
  refresh: {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: tokens['refresh_token'] ?? '',
  },
  revoke: { client_id: client.id, token: tokens['refresh_token'] ?? '' },
};

const authorizationOf = ({ basic, header }: Row): string | undefined =>
  basic === undefined ? header && filled(header) : `Basic ${Buffer.from(filled(basic)).toString('base64')}`;

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly type: string;
}

const send = async (row: Row, { path, body, type }: Sent): Promise<Response> => {
  const { method = 'POST', query } = row;
  const authorization = authorizationOf(row);
  return fetch(`${origin}${path}${query === undefined ? '' : `?${filled(query)}`}`, {
    method,
    headers: {
      'content-type': row.type ?? type,
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(method === 'GET' ? {} : { body }),
  });
};

const assertTold = async (answer: Response, row: Row): Promise<void> => {
  const text = await answer.text();
  assert.equal(answer.status, row.status, text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  const told = JSON.parse(text) as Readonly<Record<string, string>>;
  assert.equal(told['error'], row.error, text);
  if (row.error !== undefined) assert.match(told['error_description'] ?? '', PRINTABLE);
  if (row.challenge === undefined) assert.equal(answer.headers.get('www-authenticate'), null);
  else assert.match(answer.headers.get('www-authenticate') ?? '', new RegExp(`^${row.challenge} realm=`));
};

for (const [endpoint, form] of Object.entries(FORMS) as [
  keyof typeof FORMS,
  Readonly<Record<string, string>>,
][])
  for (const row of TABLE[endpoint])
    test(`${endpoint}, ${row.of}, ${row.what}: ${row.error ?? 'taken'}`, async () => {
      const signed =
        row.claims === undefined
          ? {}
          : { client_id: null, client_assertion_type: JWT, client_assertion: await assertionOf(row) };
      const params = changed(form, { ...signed, ...row.set }).toString();
      const body = row.body === undefined ? params : filled(row.body);
      const path = endpoint === 'revoke' ? '/oauth/revoke' : '/oauth/token';
      const to = row.inQuery === true ? `${path}?${params}` : path;
      await assertTold(await send(row, { path: to, body, type: 'application/x-www-form-urlencoded' }), row);
    });

for (const row of TABLE.register)
  test(`register, ${row.of}, ${row.what}: ${row.error ?? 'taken'}`, async () => {
    const wanted = { redirect_uris: ['https://a.example/cb'], client_name: 'A', ...row.json };
    const body = row.body ?? JSON.stringify(filledAll(wanted));
    await assertTold(await send(row, { path: '/oauth/register', body, type: 'application/json' }), row);
  });

for (const row of TABLE.resource)
  test(`resource, ${row.of}, ${row.what}: ${row.status}`, async () => {
    const entity_id = folio.service.entities.mx;
    const params = { name: row.tool ?? 'list_entities', arguments: { entity_id } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const body = row.body === undefined ? JSON.stringify(message) : filled(row.body);
    const answer = await send(row, { path: '/mcp', body, type: 'application/json' });
    assert.equal(answer.status, row.status, await answer.text());
    const challenge = answer.headers.get('www-authenticate') ?? '';
    assert.ok(challenge.includes(row.challenge ?? ''), challenge);
    if (row.not !== undefined) assert.ok(!challenge.includes(row.not), challenge);
  });

test('after all of them the tokens, the code and the refresh token are as good as before', async () => {
  assert.equal((await call(folio, tokens['access_token'], 'list_entities')).status, 200);
  const body = new URLSearchParams(FORMS.code);
  const exchanged = await fetch(`${origin}/oauth/token`, { method: 'POST', body });
  assert.equal(exchanged.status, 200, await exchanged.text());
  assert.equal((await refresh(folio, client, tokens['refresh_token'] ?? '')).status, 200);
});

test('why an app cannot be connected is told in the language of the person', async () => {
  const told = async (language: string, params: URLSearchParams): Promise<string> => {
    const headers = { 'accept-language': language };
    const answer = await fetch(`${origin}/oauth/authorize?${params}`, { headers, redirect: 'manual' });
    return (await answer.text()).replace(/<[^>]+>/g, ' ');
  };
  const unknown = changed(good, { client_id: 'nobody' });
  const fault = changed(good, {
    client_id: other.id,
    redirect_uri: 'https://other.example/callback',
    response_type: 'token',
  });
  for (const [language, of, malformed] of [
    ['en', /This app is not known here\. Start again/, /response_type must be code\./],
    ['es', /Esta aplicación no se conoce aquí\./, /response_type debe ser code\./],
    ['de', /Diese App ist hier nicht bekannt\./, /response_type muss code sein\./],
  ] as const) {
    assert.match(await told(language, unknown), of);
    assert.match(await told(language, fault), malformed);
  }
});
