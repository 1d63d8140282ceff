// Apps that an administrator types in, and how others are set up, on the pages and by commands.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after as atEnd, test } from 'node:test';
import { LANGUAGES } from '../../generated/languages.ts';
import { appWords } from '../../generated/texts/app.ts';
import { appSetups } from '../../src/domain/parties/oauth/clients/setups.ts';
import { addOrganisation } from '../support/books.ts';
import { startTestConsole } from './support.ts';

const folio = await startTestConsole();
atEnd(() => folio.close());

const PATH = '/settings/apps/typed';
const secretOf = (html: string): string => /folio_ocs_[\w-]{43}/.exec(html)?.[0] ?? '';
const idOf = (html: string): string => /ocli_[0-9a-z]{26}/.exec(html)?.[0] ?? '';

test('an administrator types an app in, adds its redirect, changes its secret and removes it', async () => {
  const ana = folio.as('administrator');
  const empty = await ana.get(PATH);
  assert.match(empty.html, /No app has been typed in/);
  const made = await ana.send(PATH, 'make', { name: 'Copilot Studio', redirect_uri: '' });
  assert.equal(made.status, 200);
  const [id, secret] = [idOf(made.html), secretOf(made.html)];
  assert.ok(id !== '' && secret !== '');
  const listed = await ana.get(PATH);
  assert.match(listed.html, /Copilot Studio/);
  assert.match(listed.html, /none yet/);
  assert.ok(!listed.html.includes(secret), 'it is shown once');
  const redirect_uri = 'https://global.consent.azure-apim.net/redirect/folio\nhttps://app.example.com/cb';
  const changed = await ana.send(PATH, 'change', { client: id, name: 'Copilot', redirect_uri });
  assert.match(changed.html, /The app was changed/);
  assert.match(changed.html, /redirect\/folio/);
  const wrong = await ana.send(PATH, 'change', {
    client: id,
    name: 'x',
    redirect_uri: 'javascript:alert(1)',
  });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /leads to no app/);
  const rotated = await ana.send(PATH, 'rotate', { client: id });
  assert.ok(![secret, ''].includes(secretOf(rotated.html)));
  const removed = await ana.send(PATH, 'remove', { client: id });
  assert.match(removed.html, /The app was removed/);
  const again = await ana.send(PATH, 'rotate', { client: id });
  assert.equal(again.status, 422);
  assert.equal(secretOf(again.html), '');
});

test('nobody else sees or changes it, and it takes a fresh proof', async () => {
  const made = await folio.as('administrator').send(PATH, 'make', { name: 'Gemini', redirect_uri: '' });
  const client = idOf(made.html);
  for (const role of ['accountant', 'viewer'] as const) {
    const person = folio.as(role);
    assert.equal((await person.get(PATH)).status, 403);
  }
  const weak = folio.as('administrator', { strong: false, email: 'weak@ibarra.example' });
  assert.equal(secretOf((await weak.send(PATH, 'rotate', { client })).html), '');
  const organisation = await addOrganisation(folio.service.database);
  const stranger = folio.as('administrator', { organisation, email: 'eva@other.example' });
  assert.match((await stranger.get(PATH)).html, /No app has been typed in/);
  for (const act of ['rotate', 'remove'])
    assert.equal((await stranger.send(PATH, act, { client })).status, 422);
});

test('each app is set up by a link, a command or steps that say where this service is', async () => {
  const { html } = await folio.as('administrator').get('/settings/keys');
  const mcp = `${folio.origin}/mcp`;
  const decoded = html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  for (const { app, link, command, after, steps } of appSetups(folio.origin)) {
    assert.ok(link !== undefined || command !== undefined || steps !== undefined, app);
    for (const text of [link, command, after])
      assert.ok(text === undefined || decoded.includes(text), `${app} ${text}`);
    if (command !== undefined) assert.ok(command.includes(mcp), app);
  }
  const linkOf = (app: string): URL =>
    new URL(appSetups(folio.origin).find((each) => each.app === app)?.link ?? '');
  const cursor = linkOf('Cursor');
  assert.equal(
    `${cursor.protocol}//${cursor.host}${cursor.pathname}`,
    'cursor://anysphere.cursor-deeplink/mcp/install',
  );
  assert.equal(cursor.searchParams.get('name'), 'folio');
  const config: unknown = JSON.parse(
    Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString(),
  );
  assert.deepEqual(config, { url: mcp });
  const code = linkOf('VS Code');
  assert.equal(`${code.protocol}${code.pathname}`, 'vscode:mcp/install');
  assert.deepEqual(JSON.parse(decodeURIComponent(code.search.slice(1))), {
    name: 'folio',
    type: 'http',
    url: mcp,
  });
  const command = appSetups(folio.origin).find(({ app }) => app === 'VS Code')?.command ?? '';
  const quoted = /^code --add-mcp '([^']*)'$/.exec(command)?.[1] ?? '';
  assert.deepEqual(JSON.parse(quoted), { name: 'folio', type: 'http', url: mcp });
  assert.equal(linkOf('Claude').href, 'https://claude.ai/settings/connectors?modal=add-custom-connector');
  for (const language of LANGUAGES) {
    const words = appWords(language);
    for (const { steps } of appSetups(folio.origin))
      assert.ok(steps === undefined || Object.hasOwn(words.steps, steps), `${language} ${steps}`);
  }
});

test('the guide has every command and link, for the address of the example', () => {
  const guide = readFileSync('generated/docs/clients.md', 'utf8');
  for (const { app, link, command, after } of appSetups('https://books.example.com')) {
    assert.ok(guide.includes(app), app);
    for (const text of [link, command, after]) assert.ok(text === undefined || guide.includes(text), text);
  }
});
