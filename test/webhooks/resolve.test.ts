// Names are looked up so that those of a silent name server hold up no others.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createResolve } from '../../src/base/net/guard.ts';

const NO_SUCH_NAME = 3;
/** The resource records of an answer by type: A, AAAA. */
const RECORDS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'both.example': { 1: '5db8d70e', 28: '26064700000000000000000000001111' },
  'four.example': { 1: '0a000001' },
};

const server = createSocket('udp4');
const questions: string[] = [];
const servers: string[] = [];
before(async () => {
  server.on('message', (query, { port }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; at += length + 1, length = query[at] ?? 0)
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
    const name = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(at + 1);
    questions.push(name);
    if (name.startsWith('silent')) return;
    const data = Buffer.from(RECORDS[name]?.[type] ?? '', 'hex');
    const answer = Buffer.from(query.subarray(0, at + 5));
    answer.writeUInt16BE(0x8180 + (name in RECORDS ? 0 : NO_SUCH_NAME), 2);
    answer.writeUInt16BE(data.length > 0 ? 1 : 0, 6);
    answer.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
    server.send(data.length > 0 ? Buffer.concat([answer, record, data]) : answer, port, '127.0.0.1');
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(`127.0.0.1:${server.address().port}`);
});
after(() => server.close());

const SILENT = { code: 'ETIMEOUT' };
const unasked = () => Promise.reject(new Error('the machine was asked'));

test('silent names hold up no others, and are not asked for again for a while', async () => {
  const resolve = createResolve({ servers, lookup: unasked, within_ms: 400, silent_ms: 300 });
  const silent = Array.from({ length: 50 }, (_, at) => resolve(`silent-${at}.example`));
  const ended = Promise.all(silent.map((each) => assert.rejects(each, SILENT)));
  const first = await Promise.race([ended, resolve('both.example')]);
  assert.deepEqual(first, [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]);
  await ended;
  const asked = questions.length;
  await assert.rejects(resolve('silent-1.example'), SILENT);
  assert.equal(questions.length, asked);
  await new Promise((go) => setTimeout(go, 400));
  await assert.rejects(resolve('silent-1.example'), SILENT);
  assert.ok(questions.length > asked, 'later it is asked for again');
});

test('who asks for the same name at once shares a look, and who asks later has another', async () => {
  const resolve = createResolve({ servers, lookup: unasked });
  const asked = () => questions.filter((name) => name === 'four.example').length;
  const all = await Promise.all(Array.from({ length: 20 }, () => resolve('four.example')));
  for (const each of all) assert.deepEqual(each, [{ address: '10.0.0.1', family: 4 }]);
  assert.equal(asked(), 2, 'both families, once');
  await resolve('four.example');
  assert.equal(asked(), 4, 'nothing that was found is kept');
});

test('the machine is asked for what DNS does not know, two names at a time', async () => {
  const waiting: (() => void)[] = [];
  const resolve = createResolve({
    servers,
    within_ms: 1_000,
    lookup: (host) =>
      host.startsWith('hosts')
        ? new Promise((go) => waiting.push(() => go([{ address: '10.0.0.2', family: 4 }])))
        : Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  });
  await assert.rejects(resolve('nowhere.example'), { code: 'ENOTFOUND' });
  const three = ['hosts-1', 'hosts-2', 'hosts-3'].map((host) => resolve(host));
  await new Promise((go) => setTimeout(go, 300));
  assert.equal(waiting.length, 2);
  waiting[0]?.();
  await three[0];
  await new Promise((go) => setTimeout(go, 50));
  assert.equal(waiting.length, 3);
  for (const go of waiting) go();
  assert.deepEqual(await three[2], [{ address: '10.0.0.2', family: 4 }]);
  const [local] = await createResolve({ servers })('localhost');
  assert.match(local?.address ?? '', /^(127\.0\.0\.1|::1)$/);
});
