// Apps that publish who they are: which address may be an id, and what has to stand in the document.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { english } from '../../../src/base/said.ts';
import { documentIdFault, readDocument } from '../../../src/domain/parties/oauth/clients/document.ts';
import { type Publisher, startPublisher } from '../../support/publisher.ts';

let publisher: Publisher;
let id: string;
before(async () => {
  publisher = await startPublisher();
  id = publisher.url('/oauth/client.json');
});
after(() => publisher.close());

test('an id is the address of a document in the one form that browsers write', () => {
  const taken = [
    'https://claude.ai/oauth/mcp-oauth-client-metadata',
    'https://claude.ai/oauth/claude-code-client-metadata',
    'https://vscode.dev/oauth/client-metadata.json',
    'https://chatgpt.com/oauth/client.json',
    'https://chatgpt.com/oauth/abc123/client.json',
    'https://app.example.com:8443/c?v=1',
    'https://xn--pp-lia.example.com/client',
  ];
  for (const url of taken) assert.equal(documentIdFault(url), undefined, url);
  const refused = [
    'http://app.example.com/client.json',
    'HTTPS://app.example.com/client.json',
    'https://App.example.com/client.json',
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/?c',
    'https://app.example.com:443/client.json',
    'https://app.example.com./client.json',
    'https://app.example.com/a/../client.json',
    'https://app.example.com/./client.json',
    'https://app.example.com/%2e%2e/client.json',
    'https://app.example.com/a%2Eb/%2E',
    'https://app.example.com/client.json#x',
    'https://app.example.com/client.json#',
    'https://user@app.example.com/client.json',
    'https://user:pw@app.example.com/client.json',
    'https://app.example.com@127.0.0.1/client.json',
    'https://app.example.com\\client.json',
    'https:app.example.com/client.json',
    'https:///app.example.com/client.json',
    ' https://app.example.com/client.json',
    'https://app.example.com/client.json\n',
    'https://app.example.com/cli\tent.json',
    'https://app.example.com/a b',
    'https://ápp.example.com/client.json',
    'https://localhost/client.json',
    'https://2130706433/client.json',
    'https://0x7f.1/client.json',
    'https://127.1/client.json',
    'https://127.0.0.1/client.json',
    'https://93.184.215.14/client.json',
    'https://[::1]/client.json',
    `https://app.example.com/${'x'.repeat(500)}`,
    'client',
    '',
  ];
  for (const url of refused) assert.notEqual(documentIdFault(url), undefined, url);
});

const good = () => ({
  client_id: id,
  client_name: 'An App',
  redirect_uris: ['https://app.example.com/cb', 'http://localhost/cb'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token', 'urn:example:unknown'],
  scope: 'openid whatever',
  application_type: 'web',
});

const read = async (document: unknown, headers = {}) => {
  publisher.json('/oauth/client.json', document, headers);
  return readDocument(publisher.fetcher(), id);
};

test('a document that says what it must is read, and kept for a minute to a day', async () => {
  const got = await read(good());
  assert.deepEqual(got, {
    client_id: id,
    name: 'An App',
    redirect_uris: ['https://app.example.com/cb', 'http://localhost/cb'],
    proofs: ['none'],
    jwks: null,
    jwks_uri: null,
    keep_s: 60,
  });
  for (const [header, keep_s] of [
    ['max-age=5', 60],
    ['no-store', 60],
    ['max-age=3600', 3600],
    ['max-age=99999999', 86_400],
  ] as const) {
    const kept = await read(good(), { 'cache-control': header });
    assert.ok('keep_s' in kept && kept.keep_s === keep_s, header);
  }
});

test('a client that signs says by which keys, and may say that it also comes without', async () => {
  const jwks_uri = 'https://app.example.com/jwks.json';
  const signs = { ...good(), token_endpoint_auth_method: 'private_key_jwt' };
  const got = await read({ ...signs, jwks_uri });
  assert.ok('proofs' in got);
  assert.deepEqual([got.proofs, got.jwks_uri, got.jwks], [['private_key_jwt'], jwks_uri, null]);
  const both = await read({
    ...signs,
    jwks_uri,
    token_endpoint_auth_methods_supported: ['none', 'tls_client_auth'],
  });
  assert.ok('proofs' in both);
  assert.deepEqual(both.proofs, ['private_key_jwt', 'none']);
  const inside = await read({ ...signs, jwks: { keys: [] } });
  assert.ok('jwks' in inside && inside.jwks === '{"keys":[]}');
});

test('a document that says something else is not used, and whoever made it is told what', async () => {
  const signs = { ...good(), token_endpoint_auth_method: 'private_key_jwt' };
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ ...good(), client_id: `${id}/` }, /client_id is not the address/],
    [{ ...good(), client_id: undefined }, /client_id is not the address/],
    [{ ...good(), client_id: id.toUpperCase() }, /client_id is not the address/],
    [{ ...good(), redirect_uris: undefined }, /at least one address/],
    [{ ...good(), redirect_uris: [] }, /at least one address/],
    [{ ...good(), redirect_uris: 'https://app.example.com/cb' }, /at least one address/],
    [{ ...good(), redirect_uris: [1] }, /at least one address/],
    [{ ...good(), redirect_uris: ['javascript:alert(1)'] }, /leads to no app/],
    [
      { ...good(), redirect_uris: Array.from({ length: 21 }, (_, at) => `https://app.example.com/${at}`) },
      /at most 20/,
    ],
    [{ ...good(), client_name: 7 }, /client_name/],
    [{ ...good(), client_name: 'x'.repeat(101) }, /at most 100/],
    [{ ...good(), client_secret: 'x' }, /no secret/],
    [{ ...good(), client_secret_expires_at: 0 }, /no secret/],
    [{ ...good(), token_endpoint_auth_method: 'client_secret_post' }, /no secret/],
    [{ ...good(), token_endpoint_auth_method: 'client_secret_jwt' }, /no secret/],
    [{ ...good(), token_endpoint_auth_method: 5 }, /no secret/],
    [{ ...good(), token_endpoint_auth_method: 'tls_client_auth' }, /tls_client_auth is not supported/],
    [signs, /needs jwks/],
    [{ ...signs, jwks_uri: 'http://app.example.com/jwks' }, /needs jwks/],
    [{ ...signs, jwks_uri: 'https://[::1]/jwks' }, /needs jwks/],
    [{ ...signs, jwks_uri: 'https://app.example.com/j', jwks: { keys: [] } }, /not both/],
    [[good()], /no JSON object/],
    ['text', /no JSON object/],
    [null, /no JSON object/],
  ];
  for (const [document, says] of wrong) {
    const got = await read(document);
    assert.ok('fault' in got, JSON.stringify(document));
    assert.match(english(got.fault), says);
  }
  publisher.answers.set('/oauth/client.json', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...good(), more: 'x'.repeat(5_120) }),
  });
  const long = await readDocument(publisher.fetcher(), id);
  assert.ok('fault' in long && /more than 5120 bytes/.test(english(long.fault)));
});

test('a failure is not remembered, and tells nothing of what names mean inside', async () => {
  publisher.answers.set('/oauth/client.json', { status: 503 });
  assert.ok('fault' in (await readDocument(publisher.fetcher(), id)));
  assert.ok('name' in (await read(good())));
  const { createFetcher } = await import('../../../src/base/net/fetcher.ts');
  const { createGuard } = await import('../../../src/base/net/guard.ts');
  const inside = createFetcher(createGuard([], async () => [{ address: '10.1.2.3', family: 4 }]));
  const got = await readDocument(inside, 'https://wiki.corp.example/client.json');
  assert.ok('fault' in got);
  assert.doesNotMatch(english(got.fault), /10\.1|wiki/);
});
