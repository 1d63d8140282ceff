// Whoever calls with a pasted key sees nothing of the way by consent: the bytes are those of a service without it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestConsole } from '../console/support.ts';
import { addKey } from '../support/books.ts';
import { call, connect, post, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { service } = folio;
/** The same books, served without pages and so without consent. */
const bare = { origin: service.url.replace(/\/mcp$/, '') };

const OWN = /req_[0-9a-f-]{36}/g;

const ask = async (
  { origin }: { readonly origin: string },
  secret: string,
  message: object,
): Promise<{ readonly status: number; readonly headers: object; readonly text: string }> => {
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: (await answer.text()).replaceAll(OWN, 'req') };
};

const tool = (name: string, args: object = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

test('a static key is answered byte for byte as without the authorization server', async () => {
  const { database, organisation_id, entities, keys } = service;
  const narrow = await addKey(database, organisation_id, { scopes: ['tasks:read'] });
  const entity_id = entities.mx;
  const asked: readonly (readonly [secret: string, message: object, status: number])[] = [
    [
      keys.organisation,
      { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
      200,
    ],
    [keys.organisation, { method: 'tools/list' }, 200],
    [keys.organisation, tool('list_entities'), 200],
    [keys.mx, tool('search_invoices'), 200],
    [keys.organisation, tool('search_invoices', { entity_id: 'enti_01h455vb4pex5vsknk084sn02q' }), 200],
    [narrow, tool('search_invoices', { entity_id }), 403],
    ['folio_unknown', tool('list_entities'), 401],
    ['nonsense', tool('list_entities'), 401],
  ];
  for (const [secret, message, status] of asked) {
    const [seen, before] = [await ask(folio, secret, message), await ask(bare, secret, message)];
    assert.equal(seen.status, status, seen.text);
    assert.deepEqual(seen, before);
    assert.doesNotMatch(JSON.stringify(seen.headers), /resource_metadata/);
  }
});

test('where nobody can consent, nothing says where to', async () => {
  const { challenge } = await call(bare, undefined);
  assert.equal(challenge, 'Bearer realm="folio"');
  const wellKnown = await fetch(`${bare.origin}/.well-known/oauth-protected-resource/mcp`);
  assert.equal(wellKnown.status, 404);
  assert.match(wellKnown.headers.get('content-type') ?? '', /^application\/json/);
});

test('what is revoked at one instance ends at both within two seconds', async () => {
  const client = await registerClient(folio);
  const tokens = await connect(folio, folio.as('administrator'), client);
  const calls = () => Promise.all([folio, bare].map((at) => call(at, tokens['access_token'])));
  assert.deepEqual(
    (await calls()).map(({ status }) => status),
    [200, 200],
  );
  const token = tokens['refresh_token'] ?? '';
  await post(`${folio.origin}/oauth/revoke`, { client_id: client.id, token });
  await new Promise((resolve) => setTimeout(resolve, 1900));
  assert.deepEqual(
    (await calls()).map(({ status }) => status),
    [401, 401],
  );
});
