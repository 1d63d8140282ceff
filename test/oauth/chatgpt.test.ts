// What ChatGPT reads of a server: which scopes a tool needs, and that a new consent would cure a refusal. Whoever calls with
// a pasted key sees none of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ToolDescriptor, TOOLS } from '../../generated/dispatch.ts';
import { startTestConsole } from '../console/support.ts';
import { addKey } from '../support/books.ts';
import { connect, post, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { service } = folio;
const SCHEMES = 'securitySchemes';
const UNKNOWN_INVOICE = 'invc_01k5m8x2q4e7taw9c6rjv3hn0b';
const CHALLENGE = 'mcp/www_authenticate';
const toolset = ['corrections', 'inbox', 'organization'] as const;
const client = await registerClient(folio);
const connected = async (scope: readonly string[], who: 'administrator' | 'viewer' = 'administrator') => {
  const tokens = await connect(folio, folio.as(who), client, { scope, toolset: [...toolset] });
  return tokens['access_token'] ?? '';
};

interface Asked {
  readonly status: number;
  readonly challenge: string | null;
  readonly text: string;
}

const ask = async (secret: string, method: string, params: object = {}): Promise<Asked> => {
  const answer = await fetch(`${folio.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      // A compressed list has its id elsewhere.
      'accept-encoding': 'identity',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return {
    status: answer.status,
    challenge: answer.headers.get('www-authenticate'),
    text: await answer.text(),
  };
};

const callTool = (secret: string, name: string, args: object = {}) =>
  ask(secret, 'tools/call', { name, arguments: args });

const saidIn = ({ text }: Asked): unknown => {
  const { _meta, error } = JSON.parse(text);
  assert.deepEqual(error.data._meta, _meta);
  return _meta?.[CHALLENGE];
};

const scopes = ['invoices:read', 'bills:read', 'api_keys:read'] as const;

test('the list of a connected app says what each tool needs, and is that of a pasted key otherwise', async () => {
  const pasted = await addKey(service.database, service.organisation_id, {
    scopes,
    toolsets: toolset,
  });
  const before = await ask(pasted, 'tools/list');
  assert.doesNotMatch(before.text, new RegExp(`${SCHEMES}|"_meta"`));
  const seen = await ask(await connected(scopes), 'tools/list');
  const answer = JSON.parse(seen.text);
  const tools = answer.result.tools.map(({ [SCHEMES]: schemes, _meta, ...tool }: Record<string, unknown>) => {
    const { scope }: ToolDescriptor = Object.values<ToolDescriptor>(TOOLS).find(
      ({ name }) => name === tool['name'],
    ) as ToolDescriptor;
    assert.deepEqual(schemes, [{ type: 'oauth2', scopes: scope === null ? [] : [scope] }]);
    assert.deepEqual(_meta, { [SCHEMES]: schemes });
    return tool;
  });
  assert.equal(tools.length, Object.keys(TOOLS).length);
  assert.ok(
    JSON.stringify({ ...answer, result: { ...answer.result, tools } }) === before.text,
    'without them, the bytes are those of the pasted key',
  );
  // The list of one is never handed to the other, whoever asks first.
  assert.ok((await ask(pasted, 'tools/list')).text === before.text, 'each has its own');
});

test('a refusal that a new consent would cure says so in its body, with what its header says', async () => {
  const token = await connected(['invoices:read']);
  const refused = await callTool(token, 'list_tasks', { entity_id: service.entities.mx });
  assert.equal(refused.status, 403);
  assert.match(refused.challenge ?? '', /resource_metadata="[^"]+", scope="invoices:read tasks:read"$/);
  assert.deepEqual(saidIn(refused), [refused.challenge]);
});

test('a token that has ended says so too', async () => {
  const tokens = await connect(folio, folio.as('administrator'), client);
  await post(`${folio.origin}/oauth/revoke`, { client_id: client.id, token: tokens['refresh_token'] ?? '' });
  const ended = await callTool(tokens['access_token'] ?? '', 'list_entities');
  assert.equal(ended.status, 401);
  assert.match(ended.challenge ?? '', /error="invalid_token".*resource_metadata="/);
  assert.deepEqual(saidIn(ended), [ended.challenge]);
});

test('what no consent would cure, and what a pasted key is refused, says nothing of it', async () => {
  const viewer = await connected(['invoices:read'], 'viewer');
  const args = { entity_id: service.entities.mx };
  const beyond = await callTool(viewer, 'create_task', args);
  assert.equal(beyond.status, 403);
  assert.match(beyond.challenge ?? '', /resource_metadata=/);
  const narrow = await addKey(service.database, service.organisation_id, { scopes: ['bills:read'] });
  const pasted = await callTool(narrow, 'list_tasks', args);
  assert.equal(pasted.status, 403);
  for (const refused of [beyond, pasted, await callTool('folio_unknown', 'list_entities')])
    assert.doesNotMatch(refused.text, /_meta|www_authenticate/);
});

test('a failed call of a connected app says where it is explained; that of a pasted key is answered as ever', async () => {
  const failing = ['get_invoice', { entity_id: service.entities.mx, invoice_id: UNKNOWN_INVOICE }] as const;
  const app = JSON.parse((await callTool(await connected(scopes), ...failing)).text);
  assert.deepEqual(app.result._meta, { 'folio/explained-at': 'folio://errors/invoice_not_found' });
  const pasted = await addKey(service.database, service.organisation_id, { scopes });
  const bare = JSON.parse((await callTool(pasted, ...failing)).text);
  assert.deepEqual(Object.keys(bare.result), ['content', 'isError']);
  const { _meta: _, ...rest } = app.result;
  const withoutRequest = (text: string): string => text.replace(/req_[0-9a-f-]+/, 'req');
  assert.equal(withoutRequest(rest.content[0].text), withoutRequest(bare.result.content[0].text));
});
