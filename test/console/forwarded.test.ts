// A proxy that is named says for which host a request came and whether over TLS; from anybody else it is not heard.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, test } from 'node:test';
import { startTestConsole, type TestConsole } from './support.ts';

const PUBLIC_URL = 'https://books.example.com';

let behind: TestConsole;
let bare: TestConsole;
before(async () => {
  behind = await startTestConsole({ PUBLIC_URL, TRUSTED_PROXY: '127.0.0.1' });
  bare = await startTestConsole({ PUBLIC_URL, TRUSTED_PROXY: '10.0.0.5' });
});
after(async () => {
  await behind.close();
  await bare.close();
});

type Headers = Readonly<Record<string, string>>;

/** As it arrives from a proxy that speaks to the address the service is bound to. */
const ask = async (to: TestConsole, path: string, headers: Headers, body?: string) => {
  const sent = request({
    host: '127.0.0.1',
    port: to.port,
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  const { location, 'set-cookie': cookies = [] } = answer.headers;
  return { status: answer.statusCode, location, cookies };
};

const FORWARDED = { 'x-forwarded-host': 'books.example.com', 'x-forwarded-proto': 'https' };

test('pages: the host that the proxy names, with cookies for TLS', async () => {
  const { status, cookies } = await ask(behind, '/sign-in', FORWARDED);
  assert.equal(status, 200);
  assert.match(cookies[0] ?? '', /^__Host-folio=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const kept = await ask(behind, '/sign-in', { host: 'books.example.com', 'x-forwarded-proto': 'https' });
  assert.equal(kept.status, 200, 'a proxy may also leave Host as it came');
});

test('pages: what came without TLS is sent to the address with it, and no form is taken', async () => {
  const plain = { ...FORWARDED, 'x-forwarded-proto': 'http' };
  const moved = await ask(behind, '/sign-in?back=%2Fme', plain);
  assert.deepEqual([moved.status, moved.location], [302, `${PUBLIC_URL}/sign-in?back=%2Fme`]);
  const form = { ...plain, origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await ask(behind, '/sign-in', form, 'act=password')).status, 403);
});

test('pages: another host, and a host that a stranger claims, are not these pages', async () => {
  assert.equal((await ask(behind, '/sign-in', {})).status, 404);
  const evil = { ...FORWARDED, 'x-forwarded-host': 'books.example.com, evil.example' };
  assert.equal((await ask(behind, '/sign-in', evil)).status, 404, 'the last was written by the proxy');
  assert.equal((await ask(bare, '/sign-in', FORWARDED)).status, 404, 'this proxy is not trusted');
  const plain = { host: 'books.example.com', 'x-forwarded-proto': 'http' };
  assert.equal((await ask(bare, '/sign-in', plain)).status, 200, 'nobody is sent away by a stranger');
});

test('/mcp: the public address may call, through the proxy, and no other', async () => {
  const { keys } = behind.service;
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const send = async (to: TestConsole, headers: Headers) => {
    const key = to === behind ? keys.mx : bare.service.keys.mx;
    const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
    return (await ask(to, '/mcp', all, body)).status;
  };
  assert.equal(await send(behind, FORWARDED), 200);
  assert.equal(await send(behind, { ...FORWARDED, origin: PUBLIC_URL }), 200);
  assert.equal(await send(behind, { host: 'books.example.com' }), 200);
  assert.equal(await send(behind, { ...FORWARDED, origin: 'https://evil.example' }), 403);
  assert.equal(await send(behind, { ...FORWARDED, 'x-forwarded-host': 'evil.example' }), 403);
  assert.equal(await send(bare, { ...FORWARDED, host: 'evil.example' }), 403, 'Host alone counts');
});
