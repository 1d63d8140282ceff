// Nothing is ever sent to an address that is not public: not by number, by name, by redirect, or by a name that changes.
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { createGuard, Forbidden, type Resolve } from '../../src/base/net/guard.ts';
import { createPoster } from '../../src/base/net/poster.ts';
import { english, say } from '../../src/base/said.ts';
import { checkUrl } from '../../src/domain/across/webhooks/wanted.ts';
import { startReceiver } from './receiver.ts';

const PUBLIC = [{ address: '93.184.215.14', family: 4 }];
const guard = createGuard([], async () => PUBLIC);

const FORBIDDEN = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:53aa:64c:0:fbff:ad45:4de7]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://a.localhost/',
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'https://user:secret@hooks.example.com/',
  'https://hooks.example.com/#part',
  'https://hooks.example.com:25/',
  'hooks.example.com',
];

test('addresses that are not public, and forms that hide something, are refused before anything changes', async () => {
  for (const url of FORBIDDEN)
    await assert.rejects(checkUrl({ guard }, url), /^Refusal: The address cannot be used\. .+\.$/, url);
  for (const url of [
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:8443/',
    'https://93.184.215.14/',
    'https://[2606:4700::1111]/',
  ])
    assert.equal(await checkUrl({ guard }, url), url);
});

test('a name counts as the worst of its addresses; one that is not in DNS yet is taken', async () => {
  const mixed = createGuard([], async () => [...PUBLIC, { address: '10.0.0.1', family: 4 }]);
  await assert.rejects(
    checkUrl({ guard: mixed }, 'https://hooks.example.com/'),
    /hooks\.example\.com is 10\.0\.0\.1, which is not a public address/,
  );
  const absent = createGuard([], () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })));
  assert.equal(
    await checkUrl({ guard: absent }, 'https://hooks.example.com/x'),
    'https://hooks.example.com/x',
  );
  for (const port of ['1', '25', '80', '444', '1023'])
    await assert.rejects(
      checkUrl({ guard: absent }, `https://hooks.example.com:${port}/x`),
      new RegExp(`Port ${port} is not one for https; use 443 or one from 1024`),
    );
});

test('a configured network may be called over http on any port, and nothing beside it', async () => {
  const inside = createGuard(['10.1.0.0/16', 'fd12::/16'], async (name) => [
    { address: name === 'in.example' ? '10.1.2.3' : '10.2.0.1', family: 4 },
  ]);
  for (const url of ['http://10.1.2.3:25/', 'http://[fd12::1]:8080/', 'https://in.example/'])
    assert.equal(await checkUrl({ guard: inside }, url), url);
  for (const url of [
    'http://10.2.0.1/',
    'https://out.example/',
    'https://127.0.0.1/',
    'http://93.184.215.14/',
  ])
    await assert.rejects(checkUrl({ guard: inside }, url), /The address cannot be used/, url);
});

const post = async (poster: ReturnType<typeof createPoster>, url: string, timeout_ms = 2_000) => {
  const outcome = await poster.post({ url, headers: {}, body: '{}', timeout_ms, excerpt_length: 20 });
  return { ...outcome, error: outcome.error === null ? null : english(outcome.error) };
};

test('a name that resolves elsewhere at the delivery is not called, and what was checked is what is called', async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const port = new URL(receiver.url).port;
  let asked = 0;
  const rebinding: Resolve = async () => {
    asked += 1;
    return asked === 1 ? PUBLIC : [{ address: '127.0.0.1', family: 4 }];
  };
  const changing = createGuard([], rebinding);
  const poster = createPoster(changing);
  t.after(() => poster.close());
  await checkUrl({ guard: changing }, `https://hooks.example.com:${port}/`);
  const outcome = await post(poster, `https://hooks.example.com:${port}/`);
  assert.equal(outcome.error, 'hooks.example.com is 127.0.0.1, which is not a public address.');
  assert.equal(asked, 2, 'one look for a delivery: nothing is resolved again to connect');
  assert.deepEqual(receiver.received, []);
});

test('a redirect is not followed, a long answer is cut off, a silent one given up', async (t) => {
  const inside = await startReceiver();
  const receiver = await startReceiver(({ path }) =>
    path === '/moved'
      ? { status: 302, headers: { location: inside.url } }
      : path === '/long'
        ? { status: 200, body: 'x'.repeat(1_000_000) }
        : undefined,
  );
  const poster = createPoster(createGuard(['127.0.0.1']));
  t.after(async () => {
    poster.close();
    await receiver.close();
    await inside.close();
  });
  const moved = await post(poster, new URL('/moved', receiver.url).href);
  assert.deepEqual([moved.status, moved.error], [302, 'It answered 302, a redirect, which is not followed.']);
  const long = await post(poster, new URL('/long', receiver.url).href);
  assert.deepEqual([long.error, long.excerpt], [null, 'x'.repeat(20)]);
  const silent = await post(poster, new URL('/never', receiver.url).href, 100);
  assert.deepEqual([silent.status, silent.error], [null, 'No answer came within 0.1 seconds.']);
  assert.deepEqual(inside.received, []);
});

test('an answer that leaves HTTP, or ends before it is one, is a failure like others', async (t) => {
  const poster = createPoster(createGuard(['127.0.0.1']));
  const answered = async (answer: string) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { status, error } = await post(
      poster,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    );
    return [status, error];
  };
  t.after(() => poster.close());
  const switched = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  assert.deepEqual(await answered(switched), [101, 'It answered 101.']);
  const broken = [null, 'It broke the connection off.'];
  assert.deepEqual(await answered(''), broken);
  assert.deepEqual(await answered('HTTP/1.1 103 Early Hints\r\n\r\n'), broken);
  assert.deepEqual(await answered('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1'), broken);
});

test('the host header and the name of the certificate are those of the address, not of the number', async (t) => {
  const receiver = await startReceiver();
  const named = createGuard(['127.0.0.1'], async () => [{ address: '127.0.0.1', family: 4 }]);
  const poster = createPoster(named);
  t.after(async () => {
    poster.close();
    await receiver.close();
  });
  const { port } = new URL(receiver.url);
  const outcome = await post(poster, `http://hooks.example.com:${port}/hook`);
  assert.equal(outcome.error, null);
  assert.equal(receiver.received[0]?.headers['host'], `hooks.example.com:${port}`);
  assert.ok(new Forbidden(say('url_https', {})) instanceof Error);
});
