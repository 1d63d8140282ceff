// What strangers can do with requests and names of their own: lead nobody elsewhere, fill no table, look like nobody else.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { toInstant } from '../../src/db/instant.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import type { Client } from '../../src/domain/parties/oauth/client.ts';
import { findStoredClient } from '../../src/domain/parties/oauth/store/clients.ts';
import { judgeRequest } from '../../src/oauth/authorize.ts';
import type { Clients } from '../../src/oauth/clients.ts';
import { createLimits } from '../../src/oauth/limits.ts';
import { revoke } from '../../src/oauth/token.ts';
import { startTestConsole } from '../console/support.ts';
import { allow, ask, call, connect, refresh, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { service } = folio;
const { kysely } = service.database;
const ana = () => folio.as('administrator');

const get = (path: string): Promise<Response> => fetch(`${folio.origin}${path}`, { redirect: 'manual' });

test('a fault leads to no address of a program that no person has been asked about', async () => {
  const redirect = 'https://elsewhere.example/callback';
  const client = await registerClient(folio, { redirect_uris: [redirect] });
  const wrong = ask(client, { redirect_uri: redirect, response_type: 'token' }).path;
  const told = await get(wrong);
  assert.deepEqual([told.status, told.headers.get('location')], [400, null]);
  assert.doesNotMatch(await told.text(), /http-equiv="refresh"/);
  // Localhost is the own machine by http alone: of another scheme it is whatever the app that took the scheme makes of it.
  const named = 'evil-app://localhost/callback';
  const app = await registerClient(folio, { redirect_uris: [named] });
  const kept = await get(ask(app, { redirect_uri: named, response_type: 'token' }).path);
  assert.deepEqual([kept.status, kept.headers.get('location')], [400, null]);
  await ana().get(ask(client, { redirect_uri: redirect }).path);
  const led = await get(wrong);
  assert.equal(led.status, 302);
  assert.match(led.headers.get('location') ?? '', /^https:\/\/elsewhere\.example\/callback\?error=unsupp/);
});

test('the address of an app is shown with its scheme: it is no host of the network', async () => {
  const redirect = 'evil-app://claude.ai/api/mcp/auth_callback';
  const client = await registerClient(folio, { redirect_uris: [redirect] });
  const { html } = await ana().get(ask(client, { redirect_uri: redirect }).path);
  assert.match(html, /<strong>evil-app:\/\/claude\.ai<\/strong>/);
});

test('what a stranger wrote is shown short, and with what hides in it', async () => {
  const client = await registerClient(folio);
  const written = `https://x.example/\u202e${'Call this number. '.repeat(100)}`;
  const text = await (await get(ask(client, { redirect_uri: written }).path)).text();
  assert.match(text, /U\+202E/);
  assert.ok((text.match(/Call this number/g) ?? []).length < 20);
});

test('one network asks so often and no more', async () => {
  const client: Client = {
    id: 'one',
    kind: 'registered',
    name: 'One',
    organisation_id: null,
    redirect_uris: ['http://127.0.0.1:33418/callback'],
    auth_method: 'none',
    consented: false,
  };
  const none = () => Promise.reject(new Error('not asked'));
  const clients: Clients = {
    limits: createLimits(() => 0),
    find: async () => client,
    authenticate: none,
    register: none,
  };
  const params = new URL(ask(client).path, folio.origin).searchParams;
  const judge = (source: string) => judgeRequest(clients, folio.origin, params, source);
  for (let at = 0; at < 300; at++) assert.equal((await judge(`2001:db8::${at.toString(16)}`)).kind, 'asked');
  const verdict = await judge('2001:db8::1');
  assert.ok(verdict.kind === 'page' && verdict.fault === 'busy');
  assert.equal((await judge('2001:db8:1::1')).kind, 'asked');
});

test('who asks to end what is unknown is counted, who ends something is not', async () => {
  const client = await registerClient(folio);
  const { access_token = '' } = await connect(folio, ana(), client);
  const limits = createLimits(() => 0);
  const found = await findStoredClient(service.database.reader, client.id);
  const end = async (secret: string): Promise<number | undefined> => {
    const form = Readable.from([Buffer.from(`token=${secret}`)]);
    const req = Object.assign(form, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const clients = { limits, authenticate: async () => found };
    const parts = { clients, books: openBooks(service.database) };
    const asked = { parts, req, source: '192.0.2.1', issuer: folio.origin, now: new Date() };
    return (await revoke(asked as unknown as Parameters<typeof revoke>[0]))?.status;
  };
  assert.equal(await end('folio_oat_nothing'), 200);
  limits.misses.charge('192.0.2.1', SERVICE.oauth.misses.burst - 2);
  assert.equal(await end(access_token), 200);
  assert.equal(await end(access_token), 200, 'it has ended already');
  assert.equal(await end('folio_oat_nothing'), 429);
});

test('an app gets so many pairs of tokens at once and no more', async () => {
  const client = await registerClient(folio);
  const { refresh_token = '' } = await connect(folio, ana(), client);
  const statuses = [];
  for (let at = 0; at < 61; at++) statuses.push((await refresh(folio, client, refresh_token)).status);
  assert.deepEqual(statuses.slice(-2), [200, 429]);
  const other = await connect(folio, ana(), client);
  assert.equal((await refresh(folio, client, other['refresh_token'] ?? '')).status, 200);
});

test('an app whose tokens ran out has ended after the next consent, however long ago its code was', async () => {
  const client = await registerClient(folio);
  const { refresh_token = '' } = await connect(folio, ana(), client);
  await allow(ana(), ask(client).path);
  const keys = () =>
    kysely
      .selectFrom('api_key')
      .select(['id', 'revoked_at'])
      .where('oauth_client_id', '=', client.id)
      .orderBy('id')
      .execute();
  const [first, second] = await keys();
  assert.ok(first && second);
  const past = toInstant(new Date(Date.now() - 1000));
  await kysely.deleteFrom('oauth_code').where('api_key_id', '=', second.id).execute();
  await allow(ana(), ask(client).path);
  const ended = async () => (await keys()).map(({ revoked_at }) => revoked_at !== null);
  assert.deepEqual(await ended(), [false, true, false], 'its code was swept');
  await kysely
    .updateTable('oauth_token')
    .set({ expires_at: past })
    .where('api_key_id', '=', first.id)
    .execute();
  await allow(ana(), ask(client).path);
  assert.deepEqual((await ended()).slice(0, 2), [true, true]);
  assert.equal((await refresh(folio, client, refresh_token)).status, 400);
});

test('who proves the address of a member takes its place, and apps of who was there before do nothing', async () => {
  const email = 'taken@ibarra.example';
  const client = await registerClient(folio);
  const tokens = await connect(folio, folio.as('accountant', { email }), client);
  const { access_token = '', refresh_token = '' } = tokens;
  assert.equal((await call(folio, access_token)).status, 200);
  await kysely.updateTable('member').set({ person_id: 'prsn_other' }).where('email', '=', email).execute();
  await new Promise((resolve) => setTimeout(resolve, 1100));
  assert.equal((await call(folio, access_token)).status, 401);
  assert.equal((await refresh(folio, client, refresh_token)).status, 400);
  const stored = kysely.selectFrom('oauth_token').select('used_at');
  const row = await stored.where('token_hash', '=', hashSecret(refresh_token)).executeTakeFirstOrThrow();
  assert.equal(row.used_at, null);
});

test('a person with a very long name connects an app', async () => {
  const client = await registerClient(folio, { name: 'N'.repeat(100) });
  const email = 'long@ibarra.example';
  const person = folio.as('administrator', { email });
  await person.get('/');
  await kysely
    .updateTable('person')
    .set({ name: 'x'.repeat(300) })
    .where('email', '=', email)
    .execute();
  assert.ok((await connect(folio, person, client))['access_token']);
});
