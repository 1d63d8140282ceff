// Apps that take an id and a secret, by commands, and the file of the registry of servers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import { checkConnecting } from '../../src/doctor/connecting.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { connectAs } from '../oauth/support.ts';
import { addEntity, addOrganisation } from '../support/books.ts';
import { type Admin, adminOn } from './support.ts';

const NOW = new Date();

let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService({ database: 'own' });
  admin = adminOn(service.databaseUrl, NOW, { PUBLIC_URL: 'https://books.example.com' });
});
after(() => service.close());

test('an app is typed in, led, given another secret and taken away', async () => {
  const org = `--org=${service.organisation_id}`;
  const made = await admin.json('app', 'client', 'create', org, '--name=Copilot Studio');
  assert.match(made.secret, /^folio_ocs_/);
  const show = () => admin.json('app', 'client', 'show', made.id);
  assert.deepEqual((await show()).redirect_uris, []);
  const uris = ['https://a.example.com/cb', 'cursor://anysphere.cursor-mcp/oauth/callback'];
  await admin.json('app', 'client', 'update', made.id, ...uris.map((uri) => `--redirect-uri=${uri}`));
  assert.deepEqual((await show()).redirect_uris, uris);
  await admin.json('app', 'client', 'update', made.id, '--name=Copilot');
  const shown = await show();
  assert.deepEqual([shown.name, shown.redirect_uris], ['Copilot', uris]);
  const rotated = await admin.json('app', 'client', 'rotate', made.id);
  assert.notEqual(rotated.secret, made.secret);
  assert.ok(rotated.previous_until !== null);
  assert.equal((await admin.json('app', 'client', 'rotate', made.id, '--now')).previous_until, null);
  const listed = await admin.json('app', 'client', 'list', org);
  assert.ok(!JSON.stringify(listed).includes('folio_ocs_'));
  await admin.json('app', 'client', 'delete', made.id);
  const gone = await admin.run('app', 'client', 'show', made.id);
  assert.notEqual(gone.code, 0);
  const wrong = await admin.run(
    'app',
    'client',
    'create',
    org,
    '--name=x',
    '--redirect-uri=javascript:alert(1)',
  );
  assert.match(wrong.err, /leads to no app/);
});

test('apps that people connected are listed, changed within the role, and ended', async () => {
  const org = `--org=${service.organisation_id}`;
  const email = 'carla@ibarra.example';
  await admin.json('member', 'add', org, `--email=${email}`, '--name=Carla', '--role=accountant');
  const scopes = ['invoices:read', 'tasks:read', 'tasks:write'] as const;
  const id = await connectAs(service, { email, scopes, now: NOW });
  const {
    created_at: _,
    ends_at: __,
    oauth_client_id: ___,
    person_id: ____,
    member_id: _____,
    ...app
  } = await admin.json('app', 'show', id);
  assert.deepEqual(app, {
    object: 'connected_app',
    id,
    organisation_id: service.organisation_id,
    entity_id: null,
    name: 'Claude for Carla',
    toolsets: [],
    client_name: 'Claude',
    person_name: 'Carla',
    person_email: email,
    last_used_at: null,
    status: 'active',
    known: 'registered',
    hosts: ['127.0.0.1:33418'],
    role: 'accountant',
    scopes,
    withheld: [],
    calls: 0,
    ended_at: null,
  });
  const wide = await admin.run('app', 'update', id, '--scopes=invoices:read,api_keys:read');
  assert.notEqual(wide.code, 0);
  assert.match(wide.err, /cannot get api_keys:read: Carla is accountant here/);
  const foreign = await addEntity(service.database, await addOrganisation(service.database), {
    country_code: 'MX',
  });
  const beyond = await admin.run('app', 'update', id, `--entity=${foreign}`);
  assert.match(beyond.err, /is no active company of this organi[sz]ation/);
  for (const wrong of [[], ['--all-entities', `--entity=${service.entities.mx}`]])
    assert.notEqual((await admin.run('app', 'update', id, ...wrong)).code, 0);
  const every = await admin.json('app', 'update', id, '--scopes=*', '--toolsets=corrections');
  assert.ok(every.scopes.includes('bills:write') && !every.scopes.includes('api_keys:read'));
  const narrow = ['--scopes=read-only', `--entity=${service.entities.mx}`, '--toolsets=none'];
  const less = await admin.json('app', 'update', id, ...narrow, `--by=${email}`);
  assert.deepEqual([less.entity_id, less.toolsets], [service.entities.mx, []]);
  assert.ok(less.scopes.every((scope: string) => scope.endsWith(':read')));
  await admin.json('member', 'update', email, org, '--role=viewer');
  assert.equal((await admin.json('app', 'show', id)).role, 'viewer');
  assert.deepEqual(
    (await admin.json('app', 'list', org, '--status=active')).map((each: { id: string }) => each.id),
    [id],
  );
  assert.equal((await admin.json('app', 'revoke', id)).status, 'ended');
  assert.equal((await admin.json('app', 'revoke', id)).status, 'ended');
  assert.deepEqual(await admin.json('app', 'list', org, '--status=active'), []);
  assert.equal((await admin.json('app', 'list', '--status=ended')).length, 1);
  const late = await admin.run('app', 'update', id, '--scopes=read-only');
  assert.match(late.err, /has ended/);
  const none = await admin.run('app', 'show', `akey_${'0'.repeat(26)}`);
  assert.match(none.err, /There is no connected app .* "app list" shows them/);
});

test('the file of the registry is what its schema takes', async () => {
  const file = await admin.json('server-json');
  assert.deepEqual(Object.keys(file), [
    '$schema',
    'name',
    'title',
    'description',
    'version',
    'websiteUrl',
    'remotes',
  ]);
  assert.match(
    file.$schema,
    /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/,
  );
  assert.match(file.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.equal(file.name, 'com.example.books/folio');
  for (const [text, most] of [
    [file.name, 200],
    [file.title, 100],
    [file.description, 100],
    [file.version, 255],
  ])
    assert.ok(text.length >= 1 && text.length <= most, text);
  assert.match(file.version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(file.remotes, [{ type: 'streamable-http', url: 'https://books.example.com/mcp' }]);
  for (const PUBLIC_URL of ['', 'http://localhost:3000', 'https://192.0.2.1']) {
    const { code, err } = await adminOn(service.databaseUrl, new Date(), { PUBLIC_URL }).run('server-json');
    assert.notEqual(code, 0);
    assert.match(err, /set PUBLIC_URL/);
  }
});

test('doctor says which apps can be connected', () => {
  for (const [environment, status, says] of [
    [{}, 'OK', /on this machine connect at http:\/\/localhost:3000\/mcp/],
    [{ HOST: '0.0.0.0' }, 'WARN', /0\.0\.0\.0 is no address to trust/],
    [
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://books.example.com', TRUSTED_PROXY: '10.0.0.5' },
      'OK',
      /https:\/\/books\.example\.com\/mcp$/,
    ],
    [{ PUBLIC_URL: 'https://books.example.com' }, 'WARN', /the address of the proxy/],
    [{ PUBLIC_URL: 'http://books.example.com' }, 'WARN', /not https/],
    [{ PUBLIC_URL: 'https://192.0.2.1' }, 'WARN', /no name/],
    [{ CONSOLE: '0' }, 'OK', /no pages/],
  ] as const) {
    const check = checkConnecting(readConfig(environment));
    assert.equal(check.status, status, JSON.stringify(environment));
    assert.match(check.detail, says);
    assert.equal(check.fix === null, status === 'OK');
  }
});
