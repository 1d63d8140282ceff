// A second authorization server in the way (RFC 9207, 1; RFC 9700, 4.4 and 4.5): what it sends people to Folio for does not
// end at it, and what came from elsewhere opens nothing here.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { startTestConsole } from '../console/support.ts';
import { newProvider } from './provider.ts';
import { allow, ask, post, REDIRECT, registerClient } from './support.ts';

const folio = await startTestConsole();
/** What it was asked for, with the bodies. */
const stolen: string[] = [];
const other = createServer((req, res) => void answer(req, res));
await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
const evil = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
after(async () => {
  other.close();
  await folio.close();
});

const client = await registerClient(folio);

const DOCUMENTS: Readonly<Record<string, object>> = {
  '/.well-known/oauth-protected-resource/mcp': { resource: `${evil}/mcp`, authorization_servers: [evil] },
  '/.well-known/oauth-authorization-server': {
    issuer: evil,
    authorization_endpoint: `${evil}/authorize`,
    token_endpoint: `${evil}/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  },
};

const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const url = new URL(req.url ?? '', evil);
  const { pathname, searchParams } = url;
  let body = '';
  for await (const chunk of req) body += String(chunk);
  if (pathname === '/authorize') {
    // As the program asked, but of Folio, for the same program and with its challenge.
    searchParams.set('client_id', client.id);
    searchParams.set('resource', `${folio.origin}/mcp`);
    res.writeHead(302, { location: `${folio.origin}/oauth/authorize?${searchParams}` }).end();
    return;
  }
  if (pathname === '/token') stolen.push(body);
  const document = DOCUMENTS[pathname];
  const headers = {
    'content-type': 'application/json',
    'www-authenticate': `Bearer resource_metadata="${evil}/.well-known/oauth-protected-resource/mcp"`,
  };
  res.writeHead(pathname === '/mcp' ? 401 : document === undefined ? 404 : 200, headers);
  res.end(JSON.stringify(document ?? {}));
};

/** A program that has been given this address, on its way to the person. */
const begin = async (url: string) => {
  const { kept, provider } = newProvider(client);
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  await assert.rejects(new Client({ name: 'test', version: '1' }).connect(transport), UnauthorizedError);
  assert.ok(kept.asked);
  return { kept, transport, asked: kept.asked };
};

test('a program that another server sent to Folio sees whose answer it is, and gives its code to nobody', async () => {
  const { kept, transport, asked } = await begin(`${evil}/mcp`);
  assert.equal(asked.origin, evil);
  const led = await fetch(asked, { redirect: 'manual' });
  const path = (led.headers.get('location') ?? '').slice(folio.origin.length);
  const back = await allow(folio.as('administrator'), path);
  assert.equal(back.searchParams.get('iss'), folio.origin);
  assert.ok(back.searchParams.get('code'));
  await assert.rejects(transport.finishAuth(back.searchParams), /iss/i);
  assert.equal(kept.tokens, undefined);
  assert.deepEqual(stolen, []);
});

test('an answer that claims to be of another server, or of none, is not taken for one of Folio', async () => {
  for (const iss of [evil, `${folio.origin}/`, folio.origin.toUpperCase(), null]) {
    const { kept, transport, asked } = await begin(`${folio.origin}/mcp`);
    const back = await allow(folio.as('administrator'), asked.href);
    if (iss === null) back.searchParams.delete('iss');
    else back.searchParams.set('iss', iss);
    await assert.rejects(transport.finishAuth(back.searchParams), /iss/i, String(iss));
    assert.equal(kept.tokens, undefined);
  }
});

test('a code of another server, or of somebody else’s request, opens nothing in this one', async () => {
  const own = ask(client);
  const mine = await allow(folio.as('administrator'), own.path);
  const theirs = await allow(folio.as('administrator', { email: 'thief@ibarra.example' }), ask(client).path);
  const exchange = (code: string) =>
    post(`${folio.origin}/oauth/token`, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      client_id: client.id,
      code_verifier: own.verifier,
    });
  for (const code of ['SplxlOBeZQQYbYS6WxSbIA', theirs.searchParams.get('code') ?? '']) {
    const { status, body } = await exchange(code);
    assert.deepEqual([status, body['error'], body['access_token']], [400, 'invalid_grant', undefined]);
  }
  assert.equal((await exchange(mine.searchParams.get('code') ?? '')).status, 200);
});
