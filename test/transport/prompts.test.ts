// Prompts through the wire, over the real service and with both official clients.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import {
  Client as ClientV2,
  ProtocolError,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

import { addKey } from '../support/books.ts';
import { startTestService } from '../support/service.ts';
import { startOther } from './offers-support.ts';

const service = await startTestService();
const other = await startOther(service);
after(() => service.close());
const { ask, askModern } = other;

const NAMES = ['dun', 'enter_bills', 'explain_company', 'invoice_from_message', 'month_end', 'reconcile'];

const textOf = (result: unknown): string =>
  (result as { messages: readonly [{ content: { text: string } }] }).messages[0].content.text;

test('both clients find the prompts of their key and get one, in both eras', async (t) => {
  const headers = { Authorization: `Bearer ${service.keys.mx}` };
  const url = new URL(service.url);
  const v1 = new ClientV1({ name: 'test', version: '1' });
  const v2 = new ClientV2(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  t.after(async () => {
    await v1.close();
    await v2.close();
  });
  await v1.connect(new TransportV1(url, { requestInit: { headers } }));
  await v2.connect(new TransportV2(url, { requestInit: { headers } }));
  for (const client of [v1, v2]) {
    assert.deepEqual(client.getServerCapabilities()?.prompts, {});
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      NAMES,
    );
    // A Mexican company is spoken to in Spanish.
    assert.equal(prompts[0]?.title, 'Recordar pagos vencidos');
    const found = await client.getPrompt({
      name: 'month_end',
      arguments: { month: '2026-10', language: 'de' },
    });
    assert.equal(found.description?.startsWith('Geht einen Monat'), true);
    assert.match(textOf(found), /"month":"2026-10"/);
  }
  await assert.rejects(
    v1.getPrompt({ name: 'month_end', arguments: { month: 'x' } }),
    (error) =>
      error instanceof McpError && error.code === -32602 && /month must be a month/.test(error.message),
  );
  await assert.rejects(
    v2.getPrompt({ name: 'nothing' }),
    (error) =>
      error instanceof ProtocolError && error.code === -32602 && /its prompts are dun/.test(error.message),
  );
});

test('the list says how long it may be kept in the later era alone, and is of this key', async () => {
  const legacy = await ask(service.keys.de, 'prompts/list');
  assert.deepEqual(Object.keys(legacy.body.result), ['prompts']);
  const modern = await askModern(service.keys.de, 'prompts/list');
  const { ttlMs, cacheScope, resultType, prompts } = modern.body.result;
  assert.deepEqual([ttlMs, cacheScope, resultType], [300000, 'private', 'complete']);
  assert.deepEqual(prompts, legacy.body.result['prompts']);
  const { result } = (await askModern(service.keys.de, 'prompts/get', { name: 'dun' }, 'dun')).body;
  assert.deepEqual(Object.keys(result), ['resultType', 'description', 'messages', '_meta']);
  for (const cursor of ['x', 3]) {
    const { status, body } = await ask(service.keys.de, 'prompts/list', { cursor });
    assert.deepEqual([status, body.error.code], [200, -32602]);
  }
});

test('the company that is meant says the language and stands in the data; another one is not there', async () => {
  const { entities, keys } = service;
  const got = async (secret: string, args: object) =>
    (await ask(secret, 'prompts/get', { name: 'explain_company', arguments: args })).body;
  const german = await got(keys.organisation, { entity_id: entities.de });
  assert.match(textOf(german.result), /^Erklärt in einfachen Worten/);
  assert.match(textOf(german.result), new RegExp(`"company":\\{"entity_id":"${entities.de}"`));
  // Without a company the main one says it, and none is in the data.
  const home = textOf((await got(keys.organisation, {})).result);
  assert.match(home, /^Explica en palabras sencillas/);
  assert.doesNotMatch(home, /"company"/);
  const unknown = 'enti_01h455vb4pex5vsknk084sn02q';
  const foreign = [
    await got(keys.mx, { entity_id: entities.de }),
    await got(keys.mx, { entity_id: unknown }),
    await got(keys.organisation, { entity_id: other.entity_id }),
    await got(other.secret, { entity_id: entities.mx }),
  ];
  assert.deepEqual(
    foreign.map(({ error }) => error.code),
    [-32602, -32602, -32602, -32602],
  );
  const told = foreign.map(({ error }) => error.message.replace(/enti_\w{26}/, 'ID'));
  assert.equal(told[0], told[1]);
  assert.match(told[0] ?? '', /^Invalid params: entity_id: There is no entity ID that this key may use\./);
});

test('Mcp-Name repeats the name in the later era', async () => {
  const wrong = await askModern(service.keys.mx, 'prompts/get', { name: 'dun' }, 'reconcile');
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, -32020]);
  const absent = await askModern(service.keys.mx, 'prompts/get', { name: 'dun' });
  assert.deepEqual([absent.status, absent.body.error.code], [400, -32020]);
});

test('a batch answers prompts in their order', async () => {
  const narrow = await addKey(service.database, service.organisation_id, { scopes: ['invoices:read'] });
  const batch = ['prompts/list', 'ping', 'prompts/get'].map((method, id) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: method === 'prompts/get' ? { name: 'enter_bills' } : {},
  }));
  const answers = await other.send(narrow, batch);
  assert.deepEqual(
    answers.map((each) => ('error' in each ? each['error'].code : Object.keys(each['result']))),
    [['prompts'], [], -32602],
  );
});
