// Requests that are malformed or mean somebody else: the declared code goes back to the program, or to the person alone
// where its address is not certain.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestConsole } from '../console/support.ts';
import { ask, post, REDIRECT, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { origin } = folio;
const client = await registerClient(folio);

const authorize = (path: string): Promise<Response> => fetch(`${origin}${path}`, { redirect: 'manual' });

/** Never a redirect: nothing leaves for an address that nobody registered. */
const toPerson: Readonly<Record<string, string>> = {
  'no client': ask(client, { client_id: null }).path,
  'an unknown client': ask({ id: 'nobody' }).path,
  'a foreign address': ask(client, { redirect_uri: 'https://evil.example/callback' }).path,
  'another path': ask(client, { redirect_uri: `${REDIRECT}/x` }).path,
  'a query behind it': ask(client, { redirect_uri: `${REDIRECT}?x=1` }).path,
  'an address twice': `${ask(client).path}&redirect_uri=${encodeURIComponent('https://evil.example')}`,
  'a client twice': `${ask(client).path}&client_id=nobody`,
  'a script for an address': ask(client, { redirect_uri: 'javascript:alert(1)' }).path,
};
for (const [what, path] of Object.entries(toPerson))
  test(`${what}: told to the person`, async () => {
    const answer = await authorize(path);
    assert.equal(answer.status, 400);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(answer.headers.get('location'), null);
    assert.doesNotMatch(await answer.text(), /http-equiv="refresh"/);
  });

const toProgram: readonly (readonly [what: string, path: string, error: string])[] = [
  ['no response_type', ask(client, { response_type: null }).path, 'invalid_request'],
  ['a token at once', ask(client, { response_type: 'token' }).path, 'unsupported_response_type'],
  ['a fragment', ask(client, { response_mode: 'fragment' }).path, 'invalid_request'],
  ['no challenge', ask(client, { code_challenge: null }).path, 'invalid_request'],
  ['a plain challenge', ask(client, { code_challenge_method: 'plain' }).path, 'invalid_request'],
  ['no method', ask(client, { code_challenge_method: null }).path, 'invalid_request'],
  ['a short challenge', ask(client, { code_challenge: 'abc' }).path, 'invalid_request'],
  ['a scope twice', `${ask(client).path}&scope=a&scope=b`, 'invalid_request'],
  ['a foreign resource', ask(client, { resource: 'https://evil.example/mcp' }).path, 'invalid_target'],
  [
    'one of two',
    `${ask(client, { resource: `${origin}/mcp` }).path}&resource=https://evil.example`,
    'invalid_target',
  ],
  ['a resource below', ask(client, { resource: `${origin}/mcp/other` }).path, 'invalid_target'],
  ['no resource', ask(client, { resource: 'mcp' }).path, 'invalid_target'],
  ['a request object', ask(client, { request: 'e30' }).path, 'request_not_supported'],
  ['nobody is asked', ask(client, { prompt: 'none' }).path, 'interaction_required'],
];
for (const [what, path, error] of toProgram)
  test(`${what}: ${error}, with state and issuer`, async () => {
    const answer = await authorize(path);
    assert.equal(answer.status, 302);
    const to = new URL(answer.headers.get('location') ?? '');
    assert.equal(`${to.origin}${to.pathname}`, REDIRECT);
    assert.equal(to.searchParams.get('error'), error);
    assert.equal(to.searchParams.get('state'), new URLSearchParams(path).get('state'));
    assert.equal(to.searchParams.get('iss'), origin);
    assert.equal(to.searchParams.get('code'), null);
  });

const taken: Readonly<Record<string, string>> = {
  'the resource with a slash': ask(client, { resource: `${origin}/mcp/` }).path,
  'the origin alone': ask(client, { resource: origin }).path,
  'an upper-case host': ask(client, { resource: `${origin.replace('localhost', 'LOCALHOST')}/mcp` }).path,
  'scopes that nobody knows': ask(client, { scope: 'claudeai openid email' }).path,
  'no address, of which there is one': ask(client, { redirect_uri: null }).path,
  'no state': ask(client, { state: null }).path,
  'consent asked for': ask(client, { prompt: 'consent' }).path,
};
for (const [what, path] of Object.entries(taken))
  test(`${what}: taken`, async () => {
    const answer = await authorize(path);
    assert.equal(answer.status, 302);
    assert.match(answer.headers.get('location') ?? '', /^http:\/\/localhost:\d+\/connect\//);
  });

const own = { client_id: client.id };
const malformed: readonly (readonly [
  what: string,
  path: string,
  body: string,
  status: number,
  error: string,
])[] = [
  ['no client', 'token', 'grant_type=refresh_token', 401, 'invalid_client'],
  ['an unknown client', 'token', 'client_id=nobody&grant_type=refresh_token', 401, 'invalid_client'],
  ['no grant type', 'token', `client_id=${own.client_id}`, 400, 'invalid_request'],
  [
    'another grant type',
    'token',
    `client_id=${own.client_id}&grant_type=password`,
    400,
    'unsupported_grant_type',
  ],
  ['no code', 'token', `client_id=${own.client_id}&grant_type=authorization_code`, 400, 'invalid_request'],
  [
    'no verifier',
    'token',
    `client_id=${own.client_id}&grant_type=authorization_code&code=x`,
    400,
    'invalid_request',
  ],
  [
    'no refresh token',
    'token',
    `client_id=${own.client_id}&grant_type=refresh_token`,
    400,
    'invalid_request',
  ],
  [
    'a made-up one',
    'token',
    `client_id=${own.client_id}&grant_type=refresh_token&refresh_token=x`,
    400,
    'invalid_grant',
  ],
  [
    'a name twice',
    'token',
    `client_id=${own.client_id}&client_id=x&grant_type=refresh_token`,
    400,
    'invalid_request',
  ],
  ['too long', 'token', `client_id=${'x'.repeat(40_000)}`, 413, 'invalid_request'],
  ['no token', 'revoke', `client_id=${own.client_id}`, 400, 'invalid_request'],
  ['revoked by nobody', 'revoke', 'token=x', 401, 'invalid_client'],
];
for (const [what, path, body, status, error] of malformed)
  test(`${path}, ${what}: ${status} ${error} as JSON`, async () => {
    const answer = await fetch(`${origin}/oauth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    assert.equal(answer.status, status);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const told = await answer.json();
    assert.equal(told.error, error);
    assert.match(told.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

test('what is unknown counts as revoked', async () => {
  const { status } = await post(`${origin}/oauth/revoke`, { ...own, token: 'folio_ort_unknown' });
  assert.equal(status, 200);
});

test('a body that is no form, a wrong method and a preflight', async () => {
  const json = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  assert.deepEqual([json.status, (await json.json()).error], [400, 'invalid_request']);
  const got = await fetch(`${origin}/oauth/token`);
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST, OPTIONS']);
  const asked = await fetch(`${origin}/oauth/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
  });
  assert.deepEqual([asked.status, asked.headers.get('access-control-allow-origin')], [204, '*']);
});

test('a foreign name of the host finds nothing, and gives no name to what is answered', async () => {
  const { request } = await import('node:http');
  const read = (path: string): Promise<{ status: number | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = { host: `evil.example:${folio.port}` };
      request({ host: '127.0.0.1', port: folio.port, path, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });
  for (const path of ['/.well-known/oauth-protected-resource/mcp', ask(client).path]) {
    const { status, text } = await read(path);
    assert.equal(status, 404);
    assert.doesNotMatch(text, /evil\.example/);
  }
});
