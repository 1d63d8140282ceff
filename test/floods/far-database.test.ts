// A database as far away as another city: every call is longer by its statements, but who asks for much waits alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '../../src/db/database.ts';
import { MAX_RUNNING_CALLS } from '../../src/transport/limits.ts';
import { percentile } from '../bench/load.ts';
import { type Proxy, startProxy } from '../db/proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';

const CONNECTIONS = MAX_RUNNING_CALLS + 2;

let proxy: Proxy;
let made: TestDatabase;
let service: TestService;
before(async () => {
  made = await createTestDatabase();
  proxy = await startProxy(made.address);
  const database = await openDatabase(proxy.address, { connections: CONNECTIONS });
  const close = async (): Promise<void> => {
    await database.close();
    proxy.close();
    await made.close();
  };
  service = await startTestService({ database: { ...made, address: proxy.address, database, close } });
  for (let at = 0; at < 30; at += 1)
    await callTool(service.url, service.keys.mx, 'create_counterparty', {
      name: `Distribuidora Luna ${at}`,
      country_code: 'DE',
    });
});
after(() => service.close());

const TWENTY = 'di lu na bo ra do tri bu is st ui an un 1 2 3 a e i o';
const COSTLY: readonly (readonly [string, object])[] = [
  ['search', { query: TWENTY }],
  ['list_counterparties', { query: 'una', limit: 50 }],
  ['search', { query: 'luna distribuidora' }],
];

/** What the neighbour waits for one call, in milliseconds, and what did not go well. */
const neighbour = async (calls: number) => {
  const times: number[] = [];
  for (let at = 0; at < calls; at += 1) {
    const began = performance.now();
    const { isError, content } = await callTool(service.url, service.keys.de, 'list_counterparties', {});
    assert.equal(isError, false, content[0]?.text);
    times.push(performance.now() - began);
    await pause(10);
  }
  return percentile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
};

for (const delayMs of [5, 50]) {
  test(`beside forty costly calls at a time, a database ${delayMs} ms away`, async (t) => {
    proxy.delayMs = delayMs;
    const alone = await neighbour(10);
    const flood = { on: true };
    const told = new Map<string, number>();
    const flooding = Array.from({ length: 40 }, async (_, index) => {
      for (let at = index; flood.on; at += 1) {
        const [tool, args] = COSTLY[at % COSTLY.length] ?? assert.fail();
        const answer = await callTool(service.url, service.keys.mx, tool, args).catch(String);
        const text = typeof answer === 'string' ? answer : answer.isError ? answer.content[0]?.text : 'ok';
        told.set(text ?? '', (told.get(text ?? '') ?? 0) + 1);
      }
    });
    await pause(500);
    const beside = await neighbour(20);
    const open = proxy.open();
    flood.on = false;
    await Promise.all(flooding);
    proxy.delayMs = 0;
    t.diagnostic(`${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} beside, ${open} connections`);
    assert.ok(open <= CONNECTIONS, `${open} connections`);
    assert.ok((told.get('ok') ?? 0) > 0);
    const faults = [...told.keys()].filter((text) => text !== 'ok' && !/rate_limited|429/.test(text));
    assert.deepEqual(faults, []);
    // Its own statements and a free place: nothing that grows with the calls of the other.
    assert.ok(beside < 6 * alone + 300, `${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} beside`);
  });
}

test('callers who leave while the database is far away give their places and connections back', async () => {
  proxy.delayMs = 20;
  const leave = async (at: number): Promise<void> => {
    const [name, args] = COSTLY[at % COSTLY.length] ?? assert.fail();
    const headers = { authorization: `Bearer ${service.keys.mx}`, 'content-type': 'application/json' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const signal = AbortSignal.timeout(1 + (at % 60) * 5);
    const asked = { method: 'POST', headers, body: JSON.stringify(message), signal };
    await fetch(service.url, asked).then(
      (answer) => answer.text(),
      () => '',
    );
  };
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: 40 }, (_, at) => leave(at)));
  proxy.delayMs = 0;
  const { isError } = await callTool(service.url, service.keys.mx, 'search', { query: 'luna' });
  assert.equal(isError, false);
  assert.ok(proxy.open() <= CONNECTIONS);
});
