// What strangers have the service read: nothing that is not public, whatever its form, and never much.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFetcher } from '../../../src/base/net/fetcher.ts';
import { createGuard, type Resolve } from '../../../src/base/net/guard.ts';
import { english } from '../../../src/base/said.ts';
import { HOST_FORMS, INSIDE, WRITTEN_FORMS } from '../../support/forbidden-addresses.ts';
import { HOST, type Publisher, startPublisher } from '../../support/publisher.ts';

let publisher: Publisher;
before(async () => {
  publisher = await startPublisher();
  publisher.json('/client.json', { hello: 'there' }, { 'cache-control': 'public, max-age=600' });
});
after(() => publisher.close());

const PUBLIC = [{ address: '93.184.215.14', family: 4 }];
const wanted = (url: string) => ({ url, most_bytes: 1_000, timeout_ms: 1_000 });

test('an address that is not public is read in none of its forms, and nobody is asked for it', async () => {
  let looked = 0;
  const fetcher = createFetcher(
    createGuard([], async () => {
      looked += 1;
      return PUBLIC;
    }),
  );
  for (const form of HOST_FORMS) {
    const got = await fetcher.fetch(wanted(`https://${form}/c`));
    assert.ok('fault' in got, form);
  }
  for (const url of WRITTEN_FORMS) assert.ok('fault' in (await fetcher.fetch(wanted(url))), url);
  assert.equal(looked, 0);
  assert.ok(HOST_FORMS.length + WRITTEN_FORMS.length >= 60);
});

test('a name that leads inside is not read: not at first, not among others, and not when it changes its mind', async () => {
  for (const address of INSIDE)
    for (const found of [[{ address, family: 4 }], [...PUBLIC, { address, family: 6 }]]) {
      const got = await createFetcher(createGuard([], async () => found)).fetch(wanted(`https://${HOST}/c`));
      assert.ok('fault' in got && got.fault.say === 'host_not_public_at', address);
    }
  // Public when it is looked at, this machine afterwards: there is no second look, and what was seen is what is called.
  let looked = 0;
  const rebinding: Resolve = async () => {
    looked += 1;
    return [{ address: looked === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }];
  };
  const fetcher = createFetcher(createGuard([], rebinding), { ca: publisher.ca });
  const before_asking = publisher.asked.length;
  assert.ok('fault' in (await fetcher.fetch({ ...wanted(publisher.url('/client.json')), timeout_ms: 300 })));
  assert.equal(looked, 1);
  assert.ok('fault' in (await fetcher.fetch({ ...wanted(publisher.url('/client.json')), timeout_ms: 300 })));
  assert.equal(publisher.asked.length, before_asking);
});

test('what answers well is read, with how long it may be kept, and without anything that says who reads', async () => {
  const got = await publisher.fetcher().fetch(wanted(publisher.url('/client.json')));
  assert.deepEqual(got, { text: '{"hello":"there"}', max_age_s: 600 });
  const [last] = publisher.asked.slice(-1);
  assert.deepEqual(last?.headers, {
    accept: 'application/json',
    'accept-encoding': 'identity',
    host: `${HOST}:${publisher.port}`,
    connection: 'close',
  });
  const ages = {
    'no-store': 0,
    'no-cache, max-age=9': 0,
    'MAX-AGE="30"': 30,
    'max-age=-1': null,
    private: null,
    's-maxage=5': null,
  };
  for (const [header, max_age_s] of Object.entries(ages)) {
    publisher.json('/aged', {}, { 'cache-control': header });
    assert.deepEqual(
      await publisher.fetcher().fetch(wanted(publisher.url('/aged'))),
      { text: '{}', max_age_s },
      header,
    );
  }
});

test('nothing else than a short JSON text of status 200 is taken, and nothing is waited for', async () => {
  const json = { 'content-type': 'application/json' };
  const wrong = {
    '/moved': { status: 302, headers: { location: publisher.url('/client.json') } },
    '/kept': { status: 304 },
    '/made': { status: 201, headers: json, body: '{}' },
    '/part': { status: 206, headers: json, body: '{}' },
    '/gone': { status: 410 },
    '/failed': { status: 500, headers: json, body: '{}' },
    '/html': { headers: { 'content-type': 'text/html' }, body: '{}' },
    '/untyped': { headers: {}, body: '{}' },
    '/packed': { headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' },
    '/long': { headers: json, body: 'x'.repeat(1_001) },
    '/endless': { headers: json, body: 'x'.repeat(500), endless: true },
    '/cut': { headers: { ...json, 'content-length': '900' }, body: '{}' },
    '/never': undefined,
  };
  for (const [path, answer] of Object.entries(wrong)) {
    publisher.answers.set(path, answer);
    const got = await publisher.fetcher().fetch(wanted(publisher.url(path)));
    assert.ok('fault' in got && english(got.fault).length > 10, path);
  }
  publisher.answers.set('/vendor', {
    headers: { 'content-type': 'application/cimd+json; charset=utf-8' },
    body: '{}',
  });
  assert.ok('text' in (await publisher.fetcher().fetch(wanted(publisher.url('/vendor')))));
  assert.ok(
    !publisher.asked.some(
      ({ path }, at) => path === '/client.json' && publisher.asked[at - 1]?.path === '/moved',
    ),
  );
});

test('a certificate has to be good, and for that name', async () => {
  const url = publisher.url('/client.json');
  const guard = createGuard(['127.0.0.1'], async () => [{ address: '127.0.0.1', family: 4 }]);
  assert.ok('fault' in (await createFetcher(guard).fetch(wanted(url))));
  const other = publisher.url('/client.json', 'other.example.org');
  assert.ok('fault' in (await publisher.fetcher().fetch(wanted(other))));
});

test('what is slow holds up itself alone, and no more than so many are read at a time', async () => {
  publisher.answers.set('/never', undefined);
  const fetcher = publisher.fetcher();
  const asked = publisher.asked.length;
  const slow = Array.from({ length: 100 }, () =>
    fetcher.fetch({ ...wanted(publisher.url('/never')), timeout_ms: 60 }),
  );
  const good = await fetcher.fetch(wanted(publisher.url('/client.json', `b.${HOST}`)));
  assert.ok('text' in good);
  assert.ok(publisher.asked.length - asked <= 3, 'two of the slow host, and the other');
  const faults = await Promise.all(slow.slice(70));
  assert.ok(faults.every((got) => 'fault' in got && got.fault.say === 'fetch_busy'));
  fetcher.close();
  await Promise.all(slow);
});
