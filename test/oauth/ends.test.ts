// What ends by itself or with something else: apps whose tokens ran out, those of who signs out everywhere or sets up a new way
// in, and what is left over of them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { toInstant } from '../../src/db/instant.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { SWEPT, sweepOAuth } from '../../src/domain/parties/oauth/apps/sweep.ts';
import { startOAuthSweep } from '../../src/jobs/oauth.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import { getMembership, linkMember, welcomePath } from '../../src/domain/parties/persons/links.ts';
import { createAuthenticator, optionsIn } from '../console/authenticator.ts';
import { startTestConsole } from '../console/support.ts';
import { addOrganisation } from '../support/books.ts';
import { ask, call, connect, openConsent, refresh, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { service } = folio;
const { kysely } = service.database;
const books = openBooks(service.database);

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1100));
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const before = (ms: number): string => toInstant(new Date(Date.now() - ms));

const keyOf = async (token: string | undefined): Promise<string> => {
  const tokens = kysely.selectFrom('oauth_token').select('api_key_id');
  const row = await tokens.where('token_hash', '=', hashSecret(token ?? '')).executeTakeFirstOrThrow();
  return row.api_key_id;
};

const isEnded = async (id: string): Promise<boolean> => {
  const keys = kysely.selectFrom('api_key').select('revoked_at').where('id', '=', id);
  return (await keys.executeTakeFirstOrThrow()).revoked_at !== null;
};

const fail = (error: unknown): void => assert.fail(String(error));

const count = async (
  table: 'oauth_token' | 'oauth_code' | 'oauth_request' | 'oauth_assertion',
): Promise<number> => (await kysely.selectFrom(table).select('expires_at').execute()).length;

test('an app whose tokens all ran out shows as ended, and the sweep ends it; one that still has one stays', async () => {
  const ana = folio.as('administrator');
  const client = await registerClient(folio, { name: 'Sleeper' });
  const gone = await keyOf((await connect(folio, ana, client))['access_token']);
  const awake = await registerClient(folio, { name: 'Awake' });
  const tokens = await connect(folio, ana, awake);
  const kept = await keyOf(tokens['access_token']);
  await kysely
    .updateTable('oauth_token')
    .set({ expires_at: before(1000) })
    .where('api_key_id', '=', gone)
    .execute();
  await kysely
    .updateTable('oauth_token')
    .set({ expires_at: before(1000) })
    .where('token_hash', '=', hashSecret(tokens['access_token'] ?? ''))
    .execute();
  const shown = await ana.get(`/settings/apps/${gone}`);
  assert.match(shown.html, /This app has ended/);
  assert.doesNotMatch(shown.html, /name="scope"/);
  assert.doesNotMatch((await ana.get(`/settings/apps/${kept}`)).html, /This app has ended/);
  assert.equal(await sweepOAuth(books, new Date(), fail), false);
  assert.deepEqual([await isEnded(gone), await isEnded(kept)], [true, false]);
  assert.equal((await refresh(folio, awake, tokens['refresh_token'] ?? '')).status, 200);
  const audit = kysely.selectFrom('audit').select(['action', 'actor_type']).where('record_id', '=', gone);
  const rows = await audit.orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ action, actor_type }) => `${actor_type} ${action}`),
    ['member app connect', 'system app ran out'],
  );
  const known = await kysely.selectFrom('oauth_client').select('id').where('id', '=', client.id).execute();
  assert.equal(known.length, 1, 'its program keeps its id');
});

test('the sweep takes away what has ended, so much at a time, and keeps the rest', async () => {
  const stale = Array.from({ length: SWEPT + 5 }, (_, n) => n);
  const common = { oauth_client_id: 'gone', created_at: before(90 * DAY) };
  await kysely
    .insertInto('oauth_token')
    .values(
      stale.map((n) => ({
        token_hash: hashSecret(`token ${n}`),
        kind: 'access' as const,
        api_key_id: 'akey_gone',
        expires_at: before(HOUR),
        used_at: null,
        created_at: common.created_at,
      })),
    )
    .execute();
  const code = (name: string, expired: number) => ({
    ...common,
    code_hash: hashSecret(name),
    organisation_id: service.organisation_id,
    api_key_id: 'akey_gone',
    redirect_uri: 'https://a.example/cb',
    code_challenge: 'x'.repeat(43),
    expires_at: before(expired),
    used_at: before(expired),
  });
  await kysely
    .insertInto('oauth_code')
    .values([code('old', 25 * HOUR), code('fresh', 23 * HOUR)])
    .execute();
  const request = (name: string, ends: string) => ({
    ...common,
    id_hash: hashSecret(name),
    issuer: folio.origin,
    redirect_uri: 'https://a.example/cb',
    state: null,
    code_challenge: 'x'.repeat(43),
    scopes: '[]',
    person_session_id: null,
    expires_at: ends,
  });
  const later = toInstant(new Date(Date.now() + HOUR));
  await kysely
    .insertInto('oauth_request')
    .values([request('unanswered', before(1000)), request('waiting', later)])
    .execute();
  await kysely
    .insertInto('oauth_assertion')
    .values([
      { oauth_client_id: 'gone', jti_hash: hashSecret('a'), expires_at: before(1000) },
      { oauth_client_id: 'gone', jti_hash: hashSecret('b'), expires_at: later },
    ])
    .execute();
  const client = (id: string, consented: boolean) => ({
    id,
    kind: 'registered' as const,
    name: id,
    redirect_uris: '[]',
    auth_method: 'none' as const,
    consented_at: consented ? common.created_at : null,
    created_at: common.created_at,
  });
  await kysely
    .insertInto('oauth_client')
    .values([client('never', false), client('once', true)])
    .execute();
  const [tokens, codes, requests, assertions] = [
    await count('oauth_token'),
    await count('oauth_code'),
    await count('oauth_request'),
    await count('oauth_assertion'),
  ];
  assert.equal(await sweepOAuth(books, new Date(), fail), true, 'there is more');
  assert.equal(await count('oauth_token'), tokens - SWEPT);
  assert.equal(await sweepOAuth(books, new Date(), fail), false);
  assert.equal(await count('oauth_token'), tokens - SWEPT - 5);
  assert.deepEqual(
    [await count('oauth_code'), await count('oauth_request'), await count('oauth_assertion')],
    [codes - 1, requests - 1, assertions - 1],
  );
  const clients = await kysely
    .selectFrom('oauth_client')
    .select('id')
    .where('id', 'in', ['never', 'once'])
    .execute();
  assert.deepEqual(clients, [{ id: 'once' }]);
});

test('the job sweeps by itself', async () => {
  const client = await registerClient(folio);
  const id = await keyOf((await connect(folio, folio.as('administrator'), client))['access_token']);
  const loop = startOAuthSweep({
    books,
    log: { warn: fail },
    now: () => new Date(Date.now() + 61 * DAY),
    pollMs: 20,
  });
  const until = Date.now() + 10_000;
  while (!(await isEnded(id)) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  await loop.stop();
  assert.equal(await isEnded(id), true);
});

test('signing out everywhere ends the apps where the person asks for it, in each organisation, and nobody else’s', async () => {
  const other = await addOrganisation(service.database);
  const email = 'out@ibarra.example';
  const client = await registerClient(folio);
  const here = folio.as('viewer', { email });
  const first = await connect(folio, here, client);
  const there = folio.as('viewer', { email, organisation: other });
  await there.get('/me');
  await there.send('/me', 'choose', { organisation: other });
  const second = await connect(folio, there, client);
  const ana = await connect(folio, folio.as('administrator'), client);
  const ids = await Promise.all([first, second, ana].map((each) => keyOf(each['access_token'])));
  await here.send('/me', 'end-session', { which: 'all' });
  assert.deepEqual(await Promise.all(ids.map(isEnded)), [false, false, false]);
  const again = folio.as('viewer', { email });
  await again.send('/me', 'end-session', { which: 'all', apps: '1' });
  assert.deepEqual(await Promise.all(ids.map(isEnded)), [true, true, false]);
  await settled();
  assert.equal((await call(folio, first['access_token'])).status, 401);
  assert.equal((await call(folio, second['access_token'])).status, 401);
  assert.equal((await call(folio, ana['access_token'])).status, 200);
  assert.match((await again.get('/me')).path, /^\/sign-in/);
});

/** Makes a passkey by the link that whoever runs the service makes. */
const enter = async (email: string, fields: Readonly<Record<string, string>> = {}) => {
  const member = await getMembership(service.database.reader, email);
  const act = newAct(SYSTEM, 'test', {}, new Date());
  const link = await books.changeOrganisation(member.organisation_id, act, (ctx) =>
    linkMember(ctx, member, 'bootstrap'),
  );
  const person = folio.stranger();
  const { html } = await person.send(welcomePath(link), 'begin');
  const credential = createAuthenticator(folio.origin).make(optionsIn(html, 'make'));
  const sent = { name: 'Rita', credential, ...fields };
  assert.equal((await person.send(welcomePath(link), 'passkey', sent)).path, '/');
  return { person, offered: html.includes('name="apps"') };
};

test('a new way in offers to end the apps, and ends them with it', async () => {
  const email = 'rita@ibarra.example';
  await folio.as('viewer', { email }).get('/me');
  const { person, offered } = await enter(email);
  assert.equal(offered, false, 'there is nothing to end yet');
  const client = await registerClient(folio);
  const id = await keyOf((await connect(folio, person, client))['access_token']);
  const kept = await enter(email);
  assert.equal(kept.offered, true);
  assert.equal(await isEnded(id), false);
  await enter(email, { apps: '1' });
  assert.equal(await isEnded(id), true);
});

test('who is asked in the wrong organisation is offered the right one, and connects there', async () => {
  const email = 'both@ibarra.example';
  const other = await addOrganisation(service.database);
  const client = await registerClient(folio, { organisation_id: other, name: 'Typed there' });
  const both = folio.as('administrator', { email });
  await both.get('/me');
  await folio.as('administrator', { email, organisation: other }).get('/me');
  const wish = await openConsent(both, ask(client).path);
  const shown = await both.get(wish);
  assert.match(shown.html, /Typed there was typed in by/);
  assert.doesNotMatch(shown.html, /name="scope"/);
  const forced = await both.send(wish, 'allow', { entity: '', scope: ['invoices:read'] });
  assert.equal(forced.status, 403);
  await both.send(wish, 'organisation', { organisation: other });
  const right = await both.get(wish);
  assert.match(right.html, /name="scope"/);
  const allowed = await both.send(wish, 'allow', { entity: '', scope: ['invoices:read'] });
  assert.match(allowed.html, /code=folio_oac_/);
  const key = await kysely
    .selectFrom('api_key')
    .select('organisation_id')
    .where('oauth_client_id', '=', client.id)
    .executeTakeFirstOrThrow();
  assert.equal(key.organisation_id, other);
});
