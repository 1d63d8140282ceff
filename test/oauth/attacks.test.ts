// What is good once is used twice, what belongs to one is tried by another, and who lost a right loses it in their apps.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { toInstant } from '../../src/db/instant.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { findAppIdentity } from '../../src/domain/parties/oauth/store/tokens.ts';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
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
const { origin, service } = folio;
const { kysely } = service.database;
const folder = join(folio.config.data_dir, 'mail');

/** Longer than a key is remembered. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1100));

const codeOf = async (client: Awaited<ReturnType<typeof registerClient>>) => {
  const { path, verifier } = ask(client);
  const back = await allow(folio.as('administrator'), path);
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    client_id: client.id,
    code_verifier: verifier,
  };
};

const exchange = (proof: Readonly<Record<string, string>>) => post(`${origin}/oauth/token`, proof);

const grantedTo = async (clientId: string): Promise<readonly string[]> => {
  const keys = kysely.selectFrom('api_key').select('scopes').where('oauth_client_id', '=', clientId);
  return (await keys.executeTakeFirstOrThrow()).scopes;
};

const keyOf = async (token: string) => {
  const row = await kysely
    .selectFrom('oauth_token')
    .select('api_key_id')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirstOrThrow();
  return row.api_key_id;
};

test('a code that is used twice ends the app', async () => {
  const proof = await codeOf(await registerClient(folio));
  const { body } = await exchange(proof);
  assert.equal((await call(folio, body['access_token'])).status, 200);
  const again = await exchange(proof);
  assert.deepEqual([again.status, again.body['error']], [400, 'invalid_grant']);
  await settled();
  assert.equal((await call(folio, body['access_token'])).status, 401);
  const rows = await kysely
    .selectFrom('audit')
    .select('action')
    .where('record_id', '=', await keyOf(body['refresh_token'] ?? ''))
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['app connect', 'app code used twice'],
  );
});

test('of two who exchange one code at once, one gets tokens, and they end', async () => {
  const proof = await codeOf(await registerClient(folio));
  const answers = await Promise.all([exchange(proof), exchange(proof)]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 400]));
  await settled();
  const won = answers.find(({ status }) => status === 200);
  assert.equal((await call(folio, won?.body['access_token'])).status, 401);
});

test('a code opens nothing with another verifier, client or address, nor after a minute', async () => {
  const client = await registerClient(folio);
  const other = await registerClient(folio);
  const proof = await codeOf(client);
  const wrong = {
    verifier: { code_verifier: 'x'.repeat(43) },
    short: { code_verifier: 'short' },
    client: { client_id: other.id },
    address: { redirect_uri: 'http://127.0.0.1:33418/other' },
  };
  for (const [what, changes] of Object.entries(wrong)) {
    const { status, body } = await exchange({ ...proof, ...changes });
    assert.deepEqual([what, status, body['error']], [what, 400, 'invalid_grant']);
  }
  await kysely
    .updateTable('oauth_code')
    .set({ expires_at: toInstant(new Date(Date.now() - 1000)) })
    .where('code_hash', '=', hashSecret(proof.code))
    .execute();
  assert.equal((await exchange(proof)).body['error_description'], 'The code has expired.');
});

test('a refresh token answers again for some minutes, and after that ends the app and mails the person', async () => {
  const client = await registerClient(folio, { name: 'Replayed' });
  const tokens = await connect(folio, folio.as('administrator'), client);
  const old = tokens['refresh_token'] ?? '';
  const both = await Promise.all([refresh(folio, client, old), refresh(folio, client, old)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  for (const { body } of both) assert.equal((await call(folio, body['access_token'])).status, 200);
  const late = new Date(Date.now() - 11 * 60_000);
  const { numUpdatedRows } = await kysely
    .updateTable('oauth_token')
    .set({ used_at: toInstant(late) })
    .where('token_hash', '=', hashSecret(old))
    .where('used_at', 'is not', null)
    .executeTakeFirstOrThrow();
  assert.equal(numUpdatedRows, 1n, 'its first use is kept');
  const replayed = await refresh(folio, client, old);
  assert.deepEqual([replayed.status, replayed.body['error']], [400, 'invalid_grant']);
  await settled();
  for (const { body } of both) {
    assert.equal((await call(folio, body['access_token'])).status, 401);
    assert.equal((await refresh(folio, client, body['refresh_token'] ?? '')).status, 400);
  }
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const mail = mails.find((text) => text.includes('Replayed for Ana'));
  assert.match(mail ?? '', /^To: .*administrator@ibarra\.example/m);
  const text = (mail ?? '').replaceAll(/=\r?\n/g, '');
  assert.ok(text.includes(`disconnect what you do not know: ${origin}/settings/apps`), text);
});

test('a refresh token opens no tool, an access token refreshes nothing, and neither is another client’s', async () => {
  const client = await registerClient(folio);
  const other = await registerClient(folio);
  const tokens = await connect(folio, folio.as('administrator'), client);
  const { access_token = '', refresh_token = '' } = tokens;
  assert.equal((await call(folio, refresh_token)).status, 401);
  const identity = (token: string) => findAppIdentity(service.database, hashSecret(token), new Date());
  assert.equal(await identity(refresh_token), undefined);
  assert.ok(await identity(access_token));
  assert.equal((await refresh(folio, client, access_token)).body['error'], 'invalid_grant');
  assert.equal((await refresh(folio, other, refresh_token)).body['error'], 'invalid_grant');
  const foreign = await post(`${origin}/oauth/revoke`, { client_id: other.id, token: refresh_token });
  assert.deepEqual([foreign.status, foreign.body['error']], [400, 'invalid_grant']);
  assert.equal((await call(folio, access_token)).status, 200, 'nothing has ended');
  const wider = await refresh(folio, client, refresh_token, { scope: 'invoices:read tasks:write' });
  assert.deepEqual([wider.status, wider.body['error']], [400, 'invalid_scope']);
  const elsewhere = await refresh(folio, client, refresh_token, { resource: 'https://evil.example/mcp' });
  assert.deepEqual([elsewhere.status, elsewhere.body['error']], [400, 'invalid_target']);
  assert.equal((await refresh(folio, client, refresh_token, { scope: 'invoices:read openid' })).status, 200);
});

test('an app never has more than the person’s role allows, at the consent and later', async () => {
  const carla = folio.as('accountant', { email: 'apps@ibarra.example' });
  const client = await registerClient(folio);
  const shown = await carla.get(ask(client).path);
  assert.doesNotMatch(shown.html, /value="api_keys:write"/);
  assert.match(shown.html, /api_keys:read, api_keys:write/);
  const scope = ['tasks:read', 'tasks:write', 'api_keys:write', 'no:such'];
  const tokens = await connect(folio, carla, client, { scope });
  assert.equal(tokens['scope'], 'tasks:read tasks:write');
  assert.deepEqual(await grantedTo(client.id), ['tasks:read', 'tasks:write'], 'nor after a promotion');
  const token = tokens['access_token'];
  const entity_id = service.entities.mx;
  const write = () => call(folio, token, 'create_counterparty', { entity_id, name: 'X' });
  assert.match((await write()).challenge ?? '', /scope="tasks:read tasks:write counterparties:write"/);
  await kysely
    .updateTable('member')
    .set({ role: 'viewer' })
    .where('email', '=', 'apps@ibarra.example')
    .execute();
  await settled();
  const task = await call(folio, token, 'complete_task', { entity_id, task_id: 'task_1' });
  assert.equal(task.status, 403);
  assert.match(task.text, /role of the person who connected the app/);
  assert.equal((await call(folio, token, 'list_tasks', { entity_id })).status, 200);
  const next = await refresh(folio, client, tokens['refresh_token'] ?? '');
  assert.equal(next.body['scope'], 'tasks:read');
  await kysely
    .updateTable('member')
    .set({ removed_at: toInstant(new Date()) })
    .where('email', '=', 'apps@ibarra.example')
    .execute();
  await settled();
  assert.equal((await call(folio, next.body['access_token'])).status, 401);
  assert.equal((await refresh(folio, client, next.body['refresh_token'] ?? '')).status, 400);
});

test('an app never has more than it asked for', async () => {
  const client = await registerClient(folio);
  const { path } = ask(client, { scope: 'bills:read bills:write' });
  await allow(folio.as('administrator'), path, { scope: ['bills:read', 'invoices:read', 'api_keys:write'] });
  assert.deepEqual(await grantedTo(client.id), ['bills:read']);
});

test('of consents that are sent at once, one makes an app', async () => {
  const client = await registerClient(folio);
  const ana = folio.as('administrator');
  const consent = await openConsent(ana, ask(client).path);
  const pages = await Promise.all(Array.from({ length: 4 }, () => ana.get(consent)));
  const answers = await Promise.all(
    pages.map(({ html }) => {
      const body = new URLSearchParams({ act: 'allow', scope: 'invoices:read', entity: '' });
      for (const name of ['csrf', 'once'])
        body.set(name, new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');
      return ana.raw(consent, { method: 'POST', headers: { origin, 'sec-fetch-site': 'same-origin' }, body });
    }),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 410, 410, 410],
  );
  const keys = kysely.selectFrom('api_key').select('id').where('oauth_client_id', '=', client.id);
  assert.equal((await keys.execute()).length, 1);
});

test('an app of one organisation or company sees nothing of another', async () => {
  const { database } = service;
  const other = await addOrganisation(database);
  const foreign = await addEntity(database, other, { country_code: 'MX' });
  await addKey(database, other);
  const client = await registerClient(folio);
  const { mx, de } = service.entities;
  const wide = await connect(folio, folio.as('administrator'), client, { scope: ['invoices:read'] });
  const bound = await connect(folio, folio.as('administrator'), client, {
    entity: mx,
    scope: ['invoices:read'],
  });
  const search = (token: string | undefined, entity_id: string) =>
    call(folio, token, 'search_invoices', { entity_id });
  assert.match((await search(wide['access_token'], foreign)).text, /entity_not_found/);
  assert.doesNotMatch((await search(wide['access_token'], de)).text, /isError":true/);
  assert.match((await search(bound['access_token'], de)).text, /isError":true/);
  const listed = await call(folio, bound['access_token']);
  assert.match(listed.text, new RegExp(mx));
  assert.doesNotMatch(listed.text, new RegExp(de));
  const ana = folio.as('administrator');
  const consent = await openConsent(ana, ask(client).path);
  const sent = await ana.send(consent, 'allow', { entity: foreign, scope: ['invoices:read'] });
  assert.equal(sent.status, 422, sent.html);
  assert.match(sent.html, /<h1>Connect Claude</);
});

test('consent is of the browser that opened it, once, of these pages, and never in a frame', async () => {
  const ana = folio.as('administrator');
  const client = await registerClient(folio);
  const consent = await openConsent(ana, ask(client).path);
  const shown = await ana.get(consent);
  assert.match(shown.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(shown.headers.get('x-frame-options'), 'DENY');
  const other = folio.as('administrator', { email: 'other@ibarra.example' });
  assert.equal((await other.get(consent)).status, 410, 'another session does not see it');
  const tokens = new URLSearchParams({ act: 'allow', scope: 'invoices:read', entity: '' });
  for (const [name] of [['csrf'], ['once']])
    tokens.set(name ?? '', new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.html)?.[1] ?? '');
  const foreign = await ana.raw(consent, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    body: tokens,
  });
  assert.equal(foreign.status, 403);
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  const forged = new URLSearchParams(tokens);
  forged.set('csrf', 'x');
  assert.equal((await ana.raw(consent, { method: 'POST', headers: own, body: forged })).status, 403);
  const first = await ana.raw(consent, { method: 'POST', headers: own, body: tokens });
  assert.equal(first.status, 200);
  onwardOf({ html: await first.text() });
  const second = await ana.raw(consent, { method: 'POST', headers: own, body: tokens });
  assert.notEqual(second.status, 200);
  assert.equal((await ana.get(consent)).status, 410);
});

test('what a program calls itself is shown as text, with the host that gets the answer', async () => {
  const redirect = 'https://apps.example/callback';
  const client = await registerClient(folio, {
    name: '<script>alert(1)</script> "Folio"',
    redirect_uris: [redirect],
  });
  const { path } = ask(client, { redirect_uri: redirect, scope: 'invoices:read invoices:write' });
  const { html } = await folio.as('administrator').get(path);
  assert.doesNotMatch(html, /<script>alert/);
  assert.match(html, /apps\.example/);
  assert.match(html, /Not verified/);
  assert.match(html, /can never approve/);
  assert.doesNotMatch(html, /a program on this computer/);
  const local = await folio.as('administrator').get(ask(await registerClient(folio)).path);
  assert.match(local.html, /a program on this computer/);
});

test('who is not signed in comes back to the request; writes need a fresh proof', async () => {
  const client = await registerClient(folio);
  const stranger = folio.stranger();
  const led = await stranger.get(ask(client).path);
  assert.match(led.path, /^\/sign-in\?back=%2Fconnect%2F/);
  const stale = folio.as('administrator', { strong: false, email: 'stale@ibarra.example' });
  const consent = await openConsent(stale, ask(client).path);
  const asked = await stale.send(consent, 'allow', { entity: '', scope: ['bills:write'] });
  assert.match(asked.html, /<h1>Is it you\?/, 'it is asked who sits there');
  const read = await stale.send(consent, 'allow', { entity: '', scope: ['bills:read'] });
  onwardOf(read);
});

test('an address that was taken from the list meanwhile gets nothing any more', async () => {
  const ana = folio.as('administrator');
  const client = await registerClient(folio);
  const consent = await openConsent(ana, ask(client).path);
  const stored = kysely.updateTable('oauth_client').where('id', '=', client.id);
  await stored.set({ redirect_uris: JSON.stringify(['https://other.example/callback']) }).execute();
  for (const act of ['allow', 'deny']) {
    const sent = await ana.send(consent, act, { entity: '', scope: ['invoices:read'] });
    assert.equal(sent.status, 410);
    assert.doesNotMatch(sent.html, /http-equiv="refresh"/);
  }
});

test('a program that an administrator typed in serves that organisation alone', async () => {
  const other = await addOrganisation(service.database);
  const client = await registerClient(folio, { organisation_id: other });
  const shown = await folio.as('administrator').get(ask(client).path);
  assert.equal(shown.status, 403);
});

test('of a consent whose code was never fetched nothing is left after the next one', async () => {
  const client = await registerClient(folio);
  const { code } = await codeOf(client);
  const unfetched = kysely.updateTable('oauth_code').where('code_hash', '=', hashSecret(code));
  await unfetched.set({ expires_at: toInstant(new Date(Date.now() - 1000)) }).execute();
  await codeOf(client);
  const keys = await kysely
    .selectFrom('api_key')
    .select('revoked_at')
    .where('oauth_client_id', '=', client.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    keys.map(({ revoked_at }) => revoked_at === null),
    [false, true],
  );
});
