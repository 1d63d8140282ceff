// Clients on a real database: registered, published and typed in, found by every instance and proven by each of them once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { OrganisationId } from '../../../generated/ids.ts';
import { english } from '../../../src/base/said.ts';
import { newId } from '../../../src/db/ids.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import { type Books, newAct, SYSTEM } from '../../../src/domain/ground/change/change.ts';
import { hashSecret } from '../../../src/domain/parties/access/secret.ts';
import { registerClient } from '../../../src/domain/parties/oauth/clients/register.ts';
import {
  changeTypedClient,
  createTypedClient,
  deleteTypedClient,
  rotateTypedClient,
} from '../../../src/domain/parties/oauth/clients/typed.ts';
import { makeRoom } from '../../../src/domain/parties/oauth/clients/waiting.ts';
import { findStoredClient, noteConsented } from '../../../src/domain/parties/oauth/store/clients.ts';
import { type Clients, isClient, openClients } from '../../../src/oauth/clients.ts';
import { addOrganisation } from '../../support/books.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Publisher, startPublisher } from '../../support/publisher.ts';

const ISSUER = 'https://books.example.com';
const DAY_MS = 86_400_000;
const CALLBACK = 'https://app.example.com/cb';

let db: TestDatabase;
let books: Books;
let organisation: OrganisationId;
let publisher: Publisher;
let clock = new Date('2026-11-26T12:00:00Z');
const open = (): Clients => openClients(db.database, { fetcher: publisher.fetcher(), now: () => clock });
const later = (ms: number): void => void (clock = new Date(clock.getTime() + ms));

before(async () => {
  db = await createTestDatabase();
  books = openBooks(db.database);
  organisation = await addOrganisation(db.database);
  publisher = await startPublisher();
});
after(async () => {
  await publisher.close();
  await db.close();
});

const authenticate = (clients: Clients, form: Readonly<Record<string, string>>, authorization?: string) =>
  clients.authenticate({ authorization, form: new Map(Object.entries(form)), issuer: ISSUER, now: clock });
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
const change = <T>(work: Parameters<typeof books.changeOrganisation<T>>[2], of = organisation): Promise<T> =>
  books.changeOrganisation(of, newAct(SYSTEM, 'test', {}, clock), work);

test('an app that registers is public whatever it asks for, and is found again', async () => {
  const clients = open();
  const wanted = {
    client_name: 'Cursor',
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      CALLBACK,
      'http://localhost:8787/callback',
    ],
    token_endpoint_auth_method: 'client_secret_basic',
    application_type: 'web',
    grant_types: ['implicit', 'password'],
    scope: 'everything openid',
    software_statement: 'x.y.z',
    logo_uri: 'javascript:alert(1)',
  };
  const made = await clients.register(JSON.stringify(wanted), '192.0.2.1');
  assert.ok('id' in made);
  assert.deepEqual([made.name, made.redirect_uris], ['Cursor', wanted.redirect_uris]);
  const found = await open().find(made.id);
  assert.deepEqual(found, {
    id: made.id,
    kind: 'registered',
    name: 'Cursor',
    organisation_id: null,
    redirect_uris: wanted.redirect_uris,
    auth_method: 'none',
    consented: false,
  });
  assert.ok(isClient(await authenticate(clients, { client_id: made.id })));
  for (const [form, header] of [
    [{ client_id: made.id, client_secret: 'x' }, undefined],
    [{}, basic(made.id, 'x')],
    [{ client_id: newId('OAuthClientId') }, undefined],
    [{ client_id: 'x' }, undefined],
    [{}, undefined],
  ] as const)
    assert.ok(!isClient(await authenticate(clients, form, header)));
  for (const [text, error] of [
    ['', 'invalid_client_metadata'],
    ['[]', 'invalid_client_metadata'],
    ['{"redirect_uris":', 'invalid_client_metadata'],
    ['{}', 'invalid_redirect_uri'],
    ['{"redirect_uris":["http://app.example.com/"]}', 'invalid_redirect_uri'],
    ['{"redirect_uris":["https://a.example/cb"],"client_name":["x"]}', 'invalid_client_metadata'],
    ['{"redirect_uris":["https://a.example/cb"],"jwks":{},"jwks_uri":"x"}', 'invalid_client_metadata'],
  ] as const) {
    const got = await clients.register(text, '192.0.2.1');
    assert.ok('error' in got && got.error === error, text);
    assert.ok(english(got.fault).endsWith('.'));
  }
});

test('a flood of registrations is slowed down for its address alone, and leaves nothing behind', async () => {
  const clients = open();
  const text = JSON.stringify({ redirect_uris: [CALLBACK] });
  const made = [];
  for (let at = 0; at < 70; at++) made.push(await clients.register(text, `2001:db8::${at.toString(16)}`));
  assert.equal(made.filter((each) => 'id' in each).length, 60);
  const [last] = made.slice(-1);
  assert.ok(last !== undefined && 'wait_s' in last && last.wait_s > 0 && last.wait_s <= 10);
  const other = await clients.register(text, '192.0.2.9');
  assert.ok('id' in other);
  // Who waits longest makes room for who comes, unless all of them came just now; who was consented to stays.
  await inTransaction(db.database, (writer) => noteConsented(writer, other.id, clock));
  const room = (most: number) => inTransaction(db.database, (writer) => makeRoom(writer, clock, most));
  assert.equal(await room(10), false);
  later(61 * 60_000);
  assert.equal(await room(10), true);
  assert.equal(await room(10), true);
  const fresh = await registerClient(db.database, text, clock);
  assert.ok(typeof fresh !== 'string' && 'id' in fresh);
  later(31 * DAY_MS);
  assert.equal(await room(10), true);
  assert.equal(await findStoredClient(db.database.reader, fresh.id), undefined);
  assert.ok(isClient(await open().find(other.id)), 'its id would strand it');
});

test('a document is read once for all who ask, kept as long as it says, and followed when it changes', async () => {
  const id = publisher.url('/followed.json');
  const document = { client_id: id, client_name: 'Published', redirect_uris: [CALLBACK] };
  const reads = () => publisher.asked.filter(({ path }) => path === '/followed.json').length;
  publisher.json('/followed.json', document, { 'cache-control': 'max-age=600' });
  const clients = open();
  const found = await Promise.all([
    clients.find(id, '192.0.2.1'),
    clients.find(id, '192.0.2.2'),
    clients.find(id),
  ]);
  assert.ok(found.every((each) => isClient(each) && each.name === 'Published' && each.kind === 'document'));
  assert.equal(reads(), 1);
  assert.ok(isClient(await open().find(id)), 'another instance');
  assert.equal(reads(), 1);
  later(601_000);
  publisher.json('/followed.json', { ...document, client_name: 'Renamed', redirect_uris: [`${CALLBACK}2`] });
  const renamed = await clients.find(id);
  assert.ok(isClient(renamed));
  assert.deepEqual([renamed.name, renamed.redirect_uris], ['Renamed', [`${CALLBACK}2`]]);
  later(61_000);
  await inTransaction(db.database, (writer) => noteConsented(writer, id, clock));
  publisher.answers.set('/followed.json', { status: 503 });
  const gone = await clients.find(id);
  assert.ok(!isClient(gone) && gone.problem === 'unreachable');
  assert.ok(isClient(await authenticate(clients, { client_id: id })), 'who was let in stays in');
  publisher.json('/followed.json', { ...document, client_id: `${id}x` });
  const other = await authenticate(clients, { client_id: id });
  assert.ok(!isClient(other) && other.problem === 'invalid');
  publisher.json('/followed.json', document);
  assert.ok(isClient(await clients.find(id)), 'a failure is not remembered');
});

test('documents that nobody has read yet are read a few at a time for one address', async () => {
  const clients = open();
  const asked = publisher.asked.length;
  for (let at = 0; at < 70; at++) await clients.find(publisher.url(`/none/${at}`), '198.51.100.7');
  assert.equal(publisher.asked.length - asked, 60);
  // Known, but of no use to anybody yet: the same.
  for (let at = 0; at < 2; at++) {
    publisher.json('/stale.json', { client_id: publisher.url('/stale.json'), redirect_uris: [CALLBACK] });
    const stale = await clients.find(
      publisher.url('/stale.json'),
      at === 0 ? '198.51.100.9' : '198.51.100.7',
    );
    assert.equal(isClient(stale), at === 0);
    later(61_000);
  }
  const wrong = await clients.find('https://[::1]/client.json', '198.51.100.8');
  assert.ok(!isClient(wrong) && wrong.problem === 'invalid');
});

test('for tokens no document is read of which no person was ever asked', async () => {
  const id = publisher.url('/never-asked.json');
  publisher.json('/never-asked.json', { client_id: id, redirect_uris: [CALLBACK] });
  const clients = open();
  const asked = publisher.asked.length;
  const found = await authenticate(clients, { client_id: id });
  assert.ok(!isClient(found) && found.problem === 'unknown');
  assert.equal(publisher.asked.length, asked);
  assert.ok(isClient(await clients.find(id)));
  assert.ok(!isClient(await authenticate(clients, { client_id: id })), 'nobody was asked');
  await inTransaction(db.database, (writer) => noteConsented(writer, id, clock));
  assert.ok(isClient(await authenticate(clients, { client_id: id })));
});

test('a client that signs is taken once for each assertion, on whichever instance', async () => {
  const id = publisher.url('/signs.json');
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  publisher.json('/keys.json', { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });
  const document = {
    client_id: id,
    client_name: 'Signs',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: publisher.url('/keys.json'),
  };
  publisher.json('/signs.json', document);
  const at = clock.getTime() / 1000;
  const sign = (jti: string, claims = {}) =>
    new SignJWT({ iss: id, sub: id, aud: `${ISSUER}/oauth/token`, exp: at + 60, jti, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .sign(privateKey);
  const form = async (assertion: string) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  });
  const [one, two] = [open(), open()];
  assert.ok(isClient(await one.find(id)));
  await inTransaction(db.database, (writer) => noteConsented(writer, id, clock));
  const once = await form(await sign('a'));
  const tries = await Promise.all([
    authenticate(one, once),
    authenticate(two, once),
    authenticate(one, once),
  ]);
  assert.equal(tries.filter(isClient).length, 1);
  assert.ok(!isClient(await authenticate(two, once)));
  assert.ok(isClient(await authenticate(two, await form(await sign('b')))));
  assert.ok(
    !isClient(await authenticate(one, await form(await sign('c', { aud: 'https://other.example.com' })))),
  );
  assert.ok(!isClient(await authenticate(one, { client_id: id })), 'it does not come without');
  later(61_000);
  publisher.json('/signs.json', {
    ...document,
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  });
  assert.ok(isClient(await authenticate(one, { client_id: id })), 'it says that it does');
});

test('a client that was typed in has a secret, shown once, changed with a day for both, and of one organisation', async () => {
  const clients = open();
  const { client, secret } = await change((ctx) =>
    createTypedClient(ctx, { name: ' Copilot  Studio ', redirect_uris: [] }),
  );
  assert.match(secret, /^folio_ocs_[\w-]{43}$/);
  assert.deepEqual(
    [client.name, client.redirect_uris, client.hint],
    ['Copilot Studio', [], secret.slice(-4)],
  );
  const stored = await findStoredClient(db.database.reader, client.id);
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret.slice(10)));
  for (const [form, header] of [
    [{}, basic(client.id, secret)],
    [{ client_id: client.id, client_secret: secret }, undefined],
  ] as const) {
    const found = await authenticate(clients, form, header);
    assert.ok(isClient(found) && found.organisation_id === organisation && found.kind === 'typed');
  }
  for (const [form, header] of [
    [{ client_id: client.id }, undefined],
    [{ client_id: client.id, client_secret: 'folio_ocs_x' }, undefined],
    [{}, basic(client.id, '')],
    [{}, basic(client.id, `${secret}x`)],
  ] as const)
    assert.ok(!isClient(await authenticate(clients, form, header)));
  const redirect = 'https://global.consent.azure-apim.net/redirect/folio';
  await change((ctx) => changeTypedClient(ctx, client.id, { redirect_uris: [redirect] }));
  const led = await clients.find(client.id);
  assert.ok(isClient(led));
  assert.deepEqual(led.redirect_uris, [redirect]);
  const rolled = await change((ctx) => rotateTypedClient(ctx, client.id, { now: false }));
  for (const each of [secret, rolled.secret])
    assert.ok(isClient(await authenticate(clients, {}, basic(client.id, each))));
  later(DAY_MS + 1000);
  assert.ok(!isClient(await authenticate(clients, {}, basic(client.id, secret))));
  const again = await change((ctx) => rotateTypedClient(ctx, client.id, { now: true }));
  assert.ok(!isClient(await authenticate(clients, {}, basic(client.id, rolled.secret))));
  assert.ok(isClient(await authenticate(clients, {}, basic(client.id, again.secret))));
  const stranger = await addOrganisation(db.database);
  for (const work of [changeTypedClient, rotateTypedClient, deleteTypedClient])
    await assert.rejects(
      change<object>((ctx) => work(ctx, client.id, { now: true, name: 'x' }), stranger),
      /not one of the organi/,
    );
  await change((ctx) => deleteTypedClient(ctx, client.id));
  const ended = await authenticate(clients, {}, basic(client.id, again.secret));
  assert.ok(!isClient(ended) && ended.problem === 'unknown');
  const events = await db.database.reader
    .selectFrom('event')
    .selectAll()
    .where('record_id', '=', client.id)
    .execute();
  assert.deepEqual(
    events.map(({ type }) => type).sort(),
    ['created', 'deleted', 'rotated', 'rotated', 'updated'].map((each) => `oauth_client.${each}`),
  );
  const trail = await db.database.reader
    .selectFrom('audit')
    .selectAll()
    .where('record_id', '=', client.id)
    .execute();
  assert.equal(trail.length, 5);
  const hash = hashSecret(again.secret);
  assert.ok(
    ![secret, rolled.secret, again.secret, hash].some((each) =>
      JSON.stringify([trail, events]).includes(each),
    ),
  );
});

test('what cannot be typed in is refused in words', async () => {
  for (const [wanted, says] of [
    [{ name: ' ', redirect_uris: [] }, /name/],
    [{ name: 'x'.repeat(101), redirect_uris: [] }, /at most 100/],
    [{ name: 'a\u202eb\u200b', redirect_uris: ['javascript:alert(1)'] }, /leads to no app/],
    [{ name: 'x', redirect_uris: ['http://app.example.com/cb'] }, /https/],
    [
      { name: 'x', redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) },
      /at most 20/,
    ],
  ] as const)
    await assert.rejects(
      change((ctx) => createTypedClient(ctx, wanted)),
      says,
    );
});
