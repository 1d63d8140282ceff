// Apps that take an id and a secret, by commands, and the file of the registry of servers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/base/config.ts';
import { checkConnecting } from '../../src/doctor/connecting.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Admin, adminOn } from './support.ts';

let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService({ database: 'own' });
  admin = adminOn(service.databaseUrl, new Date(), { PUBLIC_URL: 'https://books.example.com' });
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
