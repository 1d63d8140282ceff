// A person connects a program, which calls, refreshes and is revoked.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestConsole } from '../console/support.ts';
import {
  allow,
  ask,
  call,
  connect,
  onwardOf,
  openConsent,
  post,
  REDIRECT,
  refresh,
  registerClient,
} from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { origin } = folio;

test('the documents name each other, with and without the path of the resource', async () => {
  const read = async (path: string) => {
    const answer = await fetch(`${origin}${path}`);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    return { status: answer.status, body: await answer.json() };
  };
  const { body: resource } = await read('/.well-known/oauth-protected-resource/mcp');
  assert.deepEqual(await read('/.well-known/oauth-protected-resource'), { status: 200, body: resource });
  assert.equal(resource.resource, `${origin}/mcp`);
  assert.deepEqual(resource.authorization_servers, [origin]);
  const { body: server } = await read('/.well-known/oauth-authorization-server');
  assert.equal(server.issuer, origin);
  assert.equal(server.token_endpoint, `${origin}/oauth/token`);
  assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
  assert.equal((await read('/.well-known/openid-configuration')).status, 404);
});

test('a person connects a program, which calls, refreshes and is revoked', async () => {
  const ana = folio.as('administrator');
  const client = await registerClient(folio);
  const { path, verifier, state } = ask(client);
  const back = await allow(ana, path);
  assert.equal(`${back.origin}${back.pathname}`, REDIRECT);
  assert.equal(back.searchParams.get('state'), state);
  assert.equal(back.searchParams.get('iss'), origin);
  const proof = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    client_id: client.id,
    code_verifier: verifier,
  };
  const { status, body, headers } = await post(`${origin}/oauth/token`, proof);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(body['token_type'], 'Bearer');
  assert.equal(body['scope'], 'invoices:read bills:read');
  const token = body['access_token'] ?? '';
  assert.equal((await call(folio, token)).status, 200);
  const next = await refresh(folio, client, body['refresh_token'] ?? '');
  assert.equal(next.status, 200);
  assert.equal((await call(folio, next.body['access_token'])).status, 200);
  const revoked = await post(`${origin}/oauth/revoke`, {
    client_id: client.id,
    token: next.body['refresh_token'] ?? '',
  });
  assert.equal(revoked.status, 200);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  for (const each of [token, next.body['access_token']]) assert.equal((await call(folio, each)).status, 401);
});

test('who does not connect it sends that back', async () => {
  const ana = folio.as('administrator');
  const client = await registerClient(folio);
  const { path, state } = ask(client);
  const consent = await openConsent(ana, path);
  const back = onwardOf(await ana.send(consent, 'deny'));
  assert.equal(back.searchParams.get('error'), 'access_denied');
  assert.equal(back.searchParams.get('state'), state);
  assert.equal(back.searchParams.get('iss'), origin);
  assert.equal((await ana.get(consent)).status, 410);
});

test('a call without a token learns where to get one; a static key is answered as before', async () => {
  const bare = await call(folio, undefined);
  assert.equal(bare.status, 401);
  assert.match(
    bare.challenge ?? '',
    new RegExp(`resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`),
  );
  assert.match(bare.challenge ?? '', /scope="counterparties:read .*portfolio:read"/);
  assert.doesNotMatch(bare.challenge ?? '', /error=/);
  const ended = await call(folio, 'folio_oat_unknown');
  assert.match(ended.challenge ?? '', /error="invalid_token".*resource_metadata=/);
  const key = await call(folio, 'folio_unknown');
  assert.equal(
    key.challenge,
    'Bearer realm="folio", error="invalid_token", error_description="The API key is unknown, expired or revoked"',
  );
  void connect;
});
