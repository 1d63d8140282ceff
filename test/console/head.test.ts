// The head of requests and answers: fields that stand once, TLS that stays, and forms that nobody's page has sent.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { ICON_FILES } from '../../src/base/icon.ts';
import { startTestConsole, type TestConsole } from './support.ts';

let plain: TestConsole;
let secure: TestConsole;
before(async () => {
  plain = await startTestConsole();
  secure = await startTestConsole({ PUBLIC_URL: 'https://books.example.com' }, plain.service);
});
after(async () => {
  await secure.close();
  await plain.close();
});

/** The whole answer to what is sent as it is. */
const send = async ({ port }: TestConsole, lines: readonly string[], body = ''): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString('utf8');
  });
  socket.write(
    `${[...lines, 'Connection: close', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`,
  );
  await once(socket, 'close');
  return answer;
};
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

test('two hosts, keys, types or origins: 400, for a page and for a call', async () => {
  const host = `Host: localhost:${plain.port}`;
  const call = ['Content-Type: application/json', `Authorization: Bearer ${plain.service.keys.mx}`];
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  assert.equal(statusOf(await send(plain, ['GET /sign-in HTTP/1.1', host])), 200);
  assert.equal(statusOf(await send(plain, ['POST /mcp HTTP/1.1', host, ...call], ping)), 200);
  for (const more of [host, 'host: evil.example', 'HOST:', `Host: localhost:${plain.port}, evil.example`]) {
    for (const path of ['/sign-in', '/', '/assets/none.css', '/nowhere']) {
      const answer = await send(plain, [`GET ${path} HTTP/1.1`, host, more]);
      assert.equal(statusOf(answer), 400, `${path} ${more}`);
      assert.match(answer, /"code":\s*"invalid_http"|invalid_http/);
    }
    assert.equal(statusOf(await send(plain, ['POST /mcp HTTP/1.1', host, more, ...call], ping)), 400, more);
  }
  for (const more of ['Authorization: Bearer x', 'content-type: text/plain', 'Origin: null\r\nOrigin: null'])
    assert.equal(statusOf(await send(plain, ['POST /mcp HTTP/1.1', host, ...call, more], ping)), 400, more);
});

test('with TLS outside, every answer says that it stays so', async () => {
  const hsts = /\r\nStrict-Transport-Security: max-age=31536000\r\n/;
  const host = 'Host: books.example.com';
  const requests = [
    ['GET /sign-in HTTP/1.1', host],
    ['GET / HTTP/1.1', host],
    ['GET /nowhere HTTP/1.1', host],
    ['POST /mcp HTTP/1.1', host, 'Content-Type: application/json'],
    ['GET /sign-in HTTP/1.1', host, host],
  ];
  for (const lines of requests) {
    assert.match(await send(secure, lines), hsts, lines[0]);
    assert.doesNotMatch(await send(plain, lines), /strict-transport-security/i);
  }
});

test('a form that these pages have not written is answered, whatever its fields hold', async () => {
  const stranger = plain.stranger();
  let n = 0;
  await stranger.get('/sign-in');
  for (const value of ['%', '%25', '%E0%A4%A', '%GG data', '% %', '%ff aGVsbG8=', '\u0000', '='.repeat(9)])
    for (const name of ['x.carried', '.carried', 'file.carried']) {
      const email = `n${(n += 1)}@b.example`;
      const answer = await stranger.send('/sign-in', 'password', { [name]: value, email });
      assert.deepEqual([answer.status, /This did not work/.test(answer.html)], [422, true], value);
    }
  for (const body of ['x.carried=%25', 'x.carried=%', '%=%', 'csrf=%25&x.carried=%2525']) {
    const headers = { origin: plain.origin, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await stranger.raw('/sign-in', { method: 'POST', headers, body });
    assert.ok(answer.status < 500, `${body}: ${answer.status}`);
  }
});

test('files of the pages come in the coding that a browser wants; pages and redirects never do', async () => {
  const { raw } = plain.stranger();
  const page = await raw('/sign-in', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  assert.deepEqual([page.status, page.headers.get('content-encoding')], [200, null]);
  const html = await page.text();
  const [path = ''] = /\/assets\/console-\w+\.css/.exec(html) ?? [];
  const ask = async (coding: string, method = 'GET'): Promise<readonly unknown[]> => {
    const answer = await raw(path, { method, headers: { 'accept-encoding': coding } });
    const named = ['content-encoding', 'vary', 'cache-control', 'content-type', 'content-length'];
    return [answer.status, ...named.map((name) => answer.headers.get(name)), await answer.text()];
  };
  const [, , , , , length, css] = await ask('identity');
  const told = ['Accept-Encoding', 'public, max-age=31536000, immutable', 'text/css; charset=utf-8'];
  assert.deepEqual(await ask('identity'), [200, null, ...told, length, css]);
  for (const coding of ['br', 'gzip']) {
    const coded = await ask(coding);
    assert.deepEqual(coded, [200, coding, ...told, coded[5], css]);
    assert.ok(Number(coded[5]) < Number(length) / 3);
    assert.deepEqual(await ask(coding, 'HEAD'), [...coded.slice(0, 6), '']);
  }
});

test('the icon is a file too, under a name that stays', async () => {
  for (const { name, type, bytes } of ICON_FILES) {
    const answer = await fetch(`http://localhost:${plain.port}/${name}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), type);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=86400');
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  }
  const page = await fetch(`http://localhost:${plain.port}/sign-in`);
  assert.match(await page.text(), /<link rel="icon" href="\/icon\.svg"/);
});
