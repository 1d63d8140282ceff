// Addresses that programs name: none that is not public is called, at neither of the two doors, and whatever its form.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:https';
import { after, before, test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { createFetcher, type Fetcher } from '../../../src/base/net/fetcher.ts';
import { createGuard, type Resolved } from '../../../src/base/net/guard.ts';
import { startTestConsole, type TestConsole } from '../../console/support.ts';
import { HOST_FORMS, INSIDE, WRITTEN_FORMS } from '../../support/forbidden-addresses.ts';
import { allow, ask, post } from '../support.ts';

const PUBLIC: Resolved = { address: '93.184.215.14', family: 4 };
const REDIRECT = 'https://app.example.com/cb';

/** Where each name leads. */
const led = new Map<string, readonly Resolved[]>();
/** What is published, without a network; everything else is read as in service. */
const published = new Map<string, object>();
const looked: string[] = [];
const guarded = createFetcher(
  createGuard([], async (host) => {
    looked.push(host);
    return led.get(host) ?? [];
  }),
);
const fetcher: Fetcher = {
  fetch: async (wanted) => {
    const document = published.get(wanted.url);
    return document === undefined
      ? guarded.fetch(wanted)
      : { text: JSON.stringify(document), max_age_s: 3_600 };
  },
  close: () => guarded.close(),
};

let folio: TestConsole;
let connections = 0;
const { createConnection } = Agent.prototype;
before(async () => {
  Agent.prototype.createConnection = function connect(...given) {
    connections += 1;
    return createConnection.apply(this, given);
  };
  folio = await startTestConsole({ TRUSTED_PROXY: '127.0.0.0/8' }, undefined, { fetcher });
});
after(async () => {
  Agent.prototype.createConnection = createConnection;
  await folio.close();
});

let from = 0;
/** A stranger's first request, each from another network: so many at once of one are turned away before. */
const authorize = async (client_id: string): Promise<{ isAsked: boolean; status: number; html: string }> => {
  from += 1;
  const { path } = ask({ id: client_id }, { redirect_uri: REDIRECT });
  const answer = await fetch(`${folio.origin}${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': `198.51.${from >> 8}.${from & 255}` },
  });
  const to = answer.headers.get('location');
  const isAsked = to?.startsWith(`${folio.origin}/connect/`) === true;
  assert.ok(to === null || isAsked, client_id);
  return { isAsked, status: answer.status, html: await answer.text() };
};

const FORMS = [...HOST_FORMS.map((host) => `https://${host}/client.json`), ...WRITTEN_FORMS];

/** Names that lead inside: at first, among others, or through a name that the machine alone knows. */
const NAMES = INSIDE.flatMap((address, at) => {
  const family = address.includes(':') ? 6 : 4;
  const names = [`inside-${at}.example.com`, `among-${at}.example.com`] as const;
  led.set(names[0], [{ address, family }]);
  led.set(names[1], [PUBLIC, { address, family }]);
  return names;
});

test('the id of a client is read from no address that is not public', async () => {
  connections = 0;
  for (const id of [...FORMS, ...NAMES.map((name) => `https://${name}/client.json`)]) {
    const { status, html } = await authorize(id);
    assert.equal(status, 400, id);
    for (const address of INSIDE) assert.ok(id.includes(address) || !html.includes(`>${address}`), html);
  }
  assert.deepEqual(new Set(looked), new Set(NAMES));
  assert.equal(connections, 0);
  assert.ok(FORMS.length + NAMES.length >= 90);
  // A connection would have been seen.
  await once(get({ host: '127.0.0.1', port: 1, agent: new Agent() }), 'error');
  assert.equal(connections, 1);
});

let made = 0;
/** A program whose document is as it should be, but for where its keys are. */
const withKeysAt = (jwks_uri: string): string => {
  const client_id = `https://app.example.com/oauth/${(made += 1)}/client.json`;
  published.set(client_id, {
    client_id,
    client_name: 'App',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri,
  });
  return client_id;
};

/** Addresses in a form that a document may name, and that are not read. */
const NAMED: string[] = [];

test('nor are its keys: a document that names such an address is none', async () => {
  connections = 0;
  looked.length = 0;
  for (const jwks_uri of FORMS) {
    const { isAsked, status, html } = await authorize(withKeysAt(jwks_uri));
    if (isAsked) {
      NAMED.push(jwks_uri);
      continue;
    }
    assert.equal(status, 400, jwks_uri);
    assert.match(html, /jwks_uri/, jwks_uri);
  }
  assert.deepEqual([looked, connections], [[], 0]);
  assert.deepEqual(
    NAMED.filter((uri) => !/^https:\/\/(a\.localhost|app\.example\.com:\d+)\//.test(uri)),
    [],
  );
});

test('keys at a name that leads inside, or turns there after the consent, prove nothing', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const person = folio.as('administrator');
  const prove = async (client_id: string) => {
    const client_assertion = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(client_id)
      .setSubject(client_id)
      .setAudience(folio.origin)
      .setExpirationTime('1 minute')
      .sign(privateKey);
    return {
      client_id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
    };
  };
  connections = 0;
  const some = NAMES.filter((_, at) => at % 4 < 2);
  for (const jwks_uri of [...NAMED, ...some.map((name) => `https://${name}/jwks.json`)]) {
    const { hostname: name } = new URL(jwks_uri);
    const client_id = withKeysAt(jwks_uri);
    const { path, verifier } = ask({ id: client_id }, { redirect_uri: REDIRECT });
    const code = (await allow(person, path, { scope: ['invoices:read'] })).searchParams.get('code') ?? '';
    looked.length = 0;
    const { status, body } = await post(`${folio.origin}/oauth/token`, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      ...(await prove(client_id)),
    });
    const asked = NAMED.includes(jwks_uri) ? [] : [name];
    assert.deepEqual([status, body['error'], looked], [401, 'invalid_client', asked], jwks_uri);
    assert.doesNotMatch(JSON.stringify(body), /127\.0|10\.0|169\.254|::/);
  }
  assert.equal(connections, 0);
});
