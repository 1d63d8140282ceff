// Who may ask these endpoints, and how; what they say to a malformed request stands in malformed.yaml.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestConsole } from '../console/support.ts';
import { ask, registerClient } from './support.ts';

const folio = await startTestConsole();
after(() => folio.close());
const { origin } = folio;
const client = await registerClient(folio);

test('every origin may ask, and no cookie is asked for', async () => {
  const asked = await fetch(`${origin}/oauth/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
  });
  assert.deepEqual([asked.status, asked.headers.get('access-control-allow-origin')], [204, '*']);
  assert.equal(asked.headers.get('access-control-allow-credentials'), null);
});

test('a request is taken from the address alone: no other method leads anywhere', async () => {
  const { path } = ask(client);
  const [, query = ''] = path.split('?');
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    origin,
    'sec-fetch-site': 'same-origin',
  };
  for (const [to, method, body] of [
    ['/oauth/authorize', 'POST', query],
    [path, 'POST', ''],
    [path, 'PUT', query],
    [path, 'DELETE', undefined],
  ] as const) {
    const init = body === undefined ? {} : { body, headers: form };
    const answer = await fetch(`${origin}${to}`, { method, redirect: 'manual', ...init });
    assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${answer.status}`);
    assert.equal(answer.headers.get('location'), null);
  }
});

test('a foreign name of the host finds nothing, and gives no name to what is answered', async () => {
  const { request } = await import('node:http');
  const read = (path: string): Promise<{ status: number | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = { host: `evil.example:${folio.port}` };
      request({ host: '127.0.0.1', port: folio.port, path, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      })
        .on('error', reject)
        .end();
    });
  for (const path of ['/.well-known/oauth-protected-resource/mcp', ask(client).path]) {
    const { status, text } = await read(path);
    assert.equal(status, 404);
    assert.doesNotMatch(text, /evil\.example/);
  }
});
