// Connected apps as people look at them: who sees which, what ticking changes and when, and that ending one ends it
// everywhere.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parseDatabaseUrl } from '../../src/base/database-address.ts';
import { hashSecret } from '../../src/domain/parties/access/secret.ts';
import { type Answer, startTestConsole } from '../console/support.ts';
import { countersOf } from '../support/counters.ts';
import { addOrganisation } from '../support/books.ts';
import { call, connect, refresh, registerClient } from './support.ts';

const folio = await startTestConsole();
const other = await startTestConsole({}, folio.service);
after(async () => {
  await other.close();
  await folio.close();
});
const counters = countersOf(parseDatabaseUrl(folio.service.databaseUrl));
const { service } = folio;
const { kysely } = service.database;
const { mx } = service.entities;

const PATH = '/settings/apps';
/** Longer than a key is remembered. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1100));

const keyOf = async (token: string | undefined): Promise<string> => {
  const tokens = kysely.selectFrom('oauth_token').select('api_key_id');
  const row = await tokens.where('token_hash', '=', hashSecret(token ?? '')).executeTakeFirstOrThrow();
  return row.api_key_id;
};

const keyRow = (id: string) =>
  kysely
    .selectFrom('api_key')
    .select(['scopes', 'toolsets', 'entity_id', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const eventsOf = async (id: string) => {
  const rows = await kysely
    .selectFrom('event')
    .select('type')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ type }) => type);
};

const connected = async (
  email: string,
  role: 'viewer' | 'accountant' | 'administrator',
  name: string,
  scope: readonly string[] = ['invoices:read'],
  entity = '',
) => {
  const person = folio.as(role, { email });
  const client = await registerClient(folio, { name });
  const tokens = await connect(folio, person, client, { scope, entity });
  const id = await keyOf(tokens['access_token']);
  return { person, client, token: tokens['access_token'], refresh_token: tokens['refresh_token'] ?? '', id };
};

test('a person sees and ends their own, an administrator those of the organisation, nobody those of another', async () => {
  const vera = await connected('vera@ibarra.example', 'viewer', 'Vera App <script>alert(1)');
  const alan = await connected('alan@ibarra.example', 'accountant', 'Alan App');
  const own = await vera.person.get(PATH);
  assert.equal(own.status, 200);
  assert.match(own.html, /Vera App/);
  assert.doesNotMatch(own.html, /Alan App/);
  assert.doesNotMatch(own.html, /<script>alert/);
  assert.doesNotMatch((await vera.person.get(`${PATH}/${vera.id}`)).html, /<script>alert/);
  assert.match(own.html, /127\.0\.0\.1:33418/);
  assert.match(own.html, /Registered by itself/);
  assert.equal((await vera.person.get(`${PATH}/${alan.id}`)).status, 404);
  const refused = await vera.person.send(PATH, 'disconnect', { app: alan.id });
  assert.equal(refused.status, 422);
  assert.equal((await keyRow(alan.id)).revoked_at, null);
  const eva = folio.as('administrator', {
    organisation: await addOrganisation(service.database),
    email: 'eva@other.example',
  });
  assert.match((await eva.get(PATH)).html, /No app is connected/);
  assert.equal((await eva.get(`${PATH}/${vera.id}`)).status, 404);
  assert.equal((await eva.send(PATH, 'disconnect', { app: vera.id })).status, 422);
  const ana = folio.as('administrator');
  const all = await ana.get(PATH);
  assert.match(all.html, /Vera App/);
  assert.match(all.html, /Alan App/);
  const ended = await vera.person.send(PATH, 'disconnect', { app: vera.id });
  assert.match(ended.html, /Vera App [^.]* is disconnected/);
  await ana.send(PATH, 'disconnect', { app: alan.id });
  assert.deepEqual(await eventsOf(vera.id), ['api_key.created', 'api_key.revoked']);
  const audit = await kysely
    .selectFrom('audit')
    .select(['action', 'actor_type'])
    .where('record_id', '=', alan.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    audit.map(({ action, actor_type }) => `${actor_type} ${action}`),
    ['member app connect', 'member app revoke'],
  );
  await settled();
  for (const { token, client, refresh_token } of [vera, alan]) {
    assert.equal((await call(folio, token)).status, 401);
    assert.equal((await refresh(folio, client, refresh_token)).status, 400);
  }
  assert.doesNotMatch((await ana.get(PATH)).html, /Vera App/);
  assert.match((await ana.get(`${PATH}?ended=1`)).html, /Vera App/);
});

test('ticking holds for the next call, and unticking too', async () => {
  const { person, token, id } = await connected('tick@ibarra.example', 'accountant', 'Ticked', [
    'invoices:read',
  ]);
  const path = `${PATH}/${id}`;
  const suppliers = () => call(folio, token, 'list_counterparties', { entity_id: mx });
  assert.equal((await suppliers()).status, 403);
  const scope = ['invoices:read', 'counterparties:read'];
  assert.match((await person.send(path, 'change', { entity: '', scope })).html, /Saved/);
  await settled();
  assert.equal((await suppliers()).status, 200);
  await person.send(path, 'change', { entity: '', scope: ['invoices:read'] });
  await settled();
  assert.equal((await suppliers()).status, 403);
  assert.equal((await person.send(path, 'change', { entity: '', scope: [] })).status, 422);
  const bound = { entity: service.entities.de, scope: ['invoices:read'], toolset: ['corrections'] };
  await person.send(path, 'change', bound);
  const { revoked_at: _, ...row } = await keyRow(id);
  assert.deepEqual(row, {
    entity_id: service.entities.de,
    scopes: ['invoices:read'],
    toolsets: ['corrections'],
  });
  const foreign = await person.send(path, 'change', { entity: 'ent_foreign', scope: ['invoices:read'] });
  assert.equal(foreign.status, 422);
  assert.equal((await keyRow(id)).entity_id, service.entities.de);
  assert.deepEqual(await eventsOf(id), [
    'api_key.created',
    'api_key.updated',
    'api_key.updated',
    'api_key.updated',
  ]);
});

test('more writing takes a fresh proof, less takes none', async () => {
  const { id } = await connected(
    'weak@ibarra.example',
    'accountant',
    'Weak',
    ['bills:read', 'bills:write'],
    mx,
  );
  const stale = folio.as('accountant', { email: 'weak@ibarra.example', strong: false });
  const path = `${PATH}/${id}`;
  const asks = async (fields: Readonly<Record<string, string | readonly string[]>>): Promise<boolean> => {
    const before = await keyRow(id);
    const answer = await stale.send(path, 'change', { entity: mx, ...fields });
    const isAsked = /<h1>Is it you\?/.test(answer.html);
    if (isAsked) assert.deepEqual(await keyRow(id), before);
    return isAsked;
  };
  const both = ['bills:read', 'bills:write'];
  assert.equal(await asks({ scope: [...both, 'tasks:write'] }), true);
  assert.equal(await asks({ scope: both, entity: '' }), true);
  assert.equal(await asks({ scope: both, toolset: ['corrections'] }), true);
  assert.equal(await asks({ scope: [...both, 'tasks:read'] }), false);
  assert.equal(await asks({ scope: ['bills:read'], entity: '' }), false);
  assert.deepEqual((await keyRow(id)).scopes, ['bills:read']);
});

test('a form that was sent while an administrator narrows the app takes a proof to undo that', async () => {
  const scope = ['bills:read', 'bills:write'];
  const { person, id } = await connected('late@ibarra.example', 'accountant', 'Late', scope, mx);
  const stale = folio.as('accountant', { email: 'late@ibarra.example', strong: false });
  const path = `${PATH}/${id}`;
  const send = (): Promise<Answer> => stale.send(path, 'change', { entity: mx, scope });
  const narrowed = ['bills:read'];
  const held = await kysely.transaction().execute(async (db) => {
    const narrow = db.updateTable('api_key').set({ scopes: JSON.stringify(narrowed) });
    await narrow.where('id', '=', id).execute();
    const waiting = send();
    await settled();
    return { waiting };
  });
  assert.match((await held.waiting).html, /<h1>Is it you\?/);
  assert.deepEqual((await keyRow(id)).scopes, narrowed);
  assert.match((await person.send(path, 'change', { entity: mx, scope })).html, /Saved/);
  assert.deepEqual((await keyRow(id)).scopes, scope);
});

test('prompts speak the language of the person who connected the app, not that of the company', async () => {
  const { token } = await connected('sprache@ibarra.example', 'administrator', 'Sprache', undefined, mx);
  const listed = async (locale: 'de' | null): Promise<string> => {
    const person = kysely.updateTable('person').set({ locale });
    await person.where('email', '=', 'sprache@ibarra.example').execute();
    await settled();
    const answer = await fetch(`${folio.origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'prompts/get',
        params: { name: 'explain_company' },
      }),
    });
    return answer.text();
  };
  assert.match(await listed('de'), /"description":"Erklärt /);
  assert.match(await listed(null), /"description":"Explica /);
});

test('an app gets nothing beyond the role, and loses with it', async () => {
  const { person, token, id } = await connected('shrink@ibarra.example', 'accountant', 'Shrinking', [
    'tasks:read',
    'tasks:write',
  ]);
  const path = `${PATH}/${id}`;
  const offered = await person.get(path);
  assert.doesNotMatch(offered.html, /value="api_keys:write"/);
  const wide = await person.send(path, 'change', { entity: '', scope: ['tasks:read', 'api_keys:write'] });
  assert.equal(wide.status, 409);
  assert.match(wide.html, /cannot get api_keys:write/);
  assert.deepEqual((await keyRow(id)).scopes, ['tasks:read', 'tasks:write']);
  const ana = folio.as('administrator');
  const member = await kysely
    .selectFrom('member')
    .select('id')
    .where('email', '=', 'shrink@ibarra.example')
    .executeTakeFirstOrThrow();
  await ana.send('/settings/members', 'role', { member: member.id, role: 'viewer' });
  await settled();
  const task = await call(folio, token, 'complete_task', { entity_id: mx, task_id: 'task_1' });
  assert.equal(task.status, 403);
  const seen = await ana.get(path);
  assert.match(seen.html, /Granted, but not in effect: [^<]* is Viewer now\. tasks:write/);
  await ana.send('/settings/members', 'remove', { member: member.id });
  await settled();
  assert.equal((await call(folio, token)).status, 401);
  assert.notEqual((await keyRow(id)).revoked_at, null);
});

test('an administrator narrows the app of another, and cannot widen it', async () => {
  const { id } = await connected(
    'owner@ibarra.example',
    'administrator',
    'Owned',
    ['bills:read', 'tasks:read'],
    mx,
  );
  const ana = folio.as('administrator');
  const path = `${PATH}/${id}`;
  const shown = await ana.get(path);
  assert.doesNotMatch(shown.html, /value="invoices:read"/);
  for (const wider of [
    { entity: mx, scope: ['bills:read', 'invoices:read'] },
    { entity: '', scope: ['bills:read'] },
    { entity: service.entities.de, scope: ['bills:read'] },
    { entity: mx, scope: ['bills:read'], toolset: ['corrections'] },
  ]) {
    const refused = await ana.send(path, 'change', wider);
    assert.equal(refused.status, 409, JSON.stringify(wider));
    assert.match(refused.html, /Only [^<]* can let/);
  }
  assert.deepEqual((await keyRow(id)).scopes, ['bills:read', 'tasks:read']);
  await ana.send(path, 'change', { entity: mx, scope: ['bills:read'] });
  assert.deepEqual((await keyRow(id)).scopes, ['bills:read']);
});

test('calls are counted by the day, those of keys are not', async () => {
  const { person, token, id } = await connected('busy@ibarra.example', 'viewer', 'Busy');
  for (let n = 0; n < 3; n += 1) await call(folio, token, 'list_entities');
  const counted = async (): Promise<number> => {
    const rows = await kysely.selectFrom('app_calls').select('calls').where('api_key_id', '=', id).execute();
    return rows.reduce((sum, { calls }) => sum + calls, 0);
  };
  const until = Date.now() + 20_000;
  while ((await counted()) < 3 && Date.now() < until) await settled();
  assert.equal(await counted(), 3);
  assert.match((await person.get(`${PATH}/${id}`)).html, /Calls in 7 days<\/dt><dd>3</);
});

test('the page reads no more rows than it shows, and asks as often for 3 apps as for 200', async () => {
  const organisation = await addOrganisation(service.database);
  const many = folio.as('administrator', { organisation, email: 'many@other.example' });
  const client = await registerClient(folio);
  await connect(folio, many, client);
  const [first] = await kysely
    .selectFrom('api_key')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .execute();
  assert.ok(first !== undefined);
  const { state_version: _, ...row } = first as typeof first & { state_version?: unknown };
  const least = async (): Promise<{ statements: number; reads: number }> => {
    await many.get(PATH);
    const counts = [];
    for (let look = 0; look < 5; look += 1) counts.push(await counters.count(() => many.get(PATH)));
    return {
      statements: Math.min(...counts.map(({ statements }) => statements)),
      reads: Math.min(...counts.map(({ reads }) => reads)),
    };
  };
  const copies = Array.from({ length: 199 }, (__, n) => ({
    ...row,
    id: `akey_${String(n).padStart(26, '0')}`,
    secret_hash: hashSecret(`copy ${n} of ${organisation}`),
    scopes: JSON.stringify(row.scopes),
    toolsets: JSON.stringify(row.toolsets),
  }));
  await kysely.insertInto('api_key').values(copies.slice(0, 2)).execute();
  const few = await least();
  await kysely.insertInto('api_key').values(copies.slice(2, 60)).execute();
  const full = await least();
  await kysely.insertInto('api_key').values(copies.slice(60)).execute();
  const all = await least();
  // Both instances look for work meanwhile.
  assert.ok(full.statements <= few.statements + 15, `${few.statements} -> ${full.statements}`);
  assert.ok(all.statements <= few.statements + 15, `${few.statements} -> ${all.statements}`);
  assert.ok(all.reads <= full.reads + 40, `${few.reads} -> ${full.reads} -> ${all.reads}`);
  const page = await many.get(PATH);
  assert.equal(page.html.match(/<tr>/g)?.length, 51, 'the head and 50 rows');
  const next = /rel="next" href="([^"]+)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.match((await many.get(next)).html, /rel="next"/);
});

test('an app that is ended on one instance is refused by the other within two seconds', async () => {
  const { person, token, id } = await connected('two@ibarra.example', 'viewer', 'Two');
  assert.equal((await call(other, token)).status, 200);
  assert.equal((await call(folio, token)).status, 200);
  const began = Date.now();
  await person.send(PATH, 'disconnect', { app: id });
  for (const instance of [other, folio]) {
    let last = 200;
    while (last === 200 && Date.now() - began < 2_000) last = (await call(instance, token)).status;
    assert.equal(last, 401);
  }
});
