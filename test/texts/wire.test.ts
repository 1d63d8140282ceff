// What four kinds of key read through the wire of who can do what.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TOOLSETS } from '../../generated/toolsets.ts';
import { addKey } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Told {
  readonly result: {
    readonly instructions: string;
    readonly tools: readonly { readonly name: string; readonly description: string }[];
    readonly isError?: boolean;
    readonly structuredContent: Readonly<Record<string, unknown>>;
    readonly content: readonly { readonly text: string }[];
  };
}

let service: TestService;
const keys: Record<string, string> = {};
before(async () => {
  service = await startTestService();
  for (const [set, toolsets] of Object.entries({ plain: [], sets: ['corrections', 'organization'] } as const))
    for (const [of, entity_id] of Object.entries({ all: null, one: service.entities.mx }))
      keys[`${set} ${of}`] = await addKey(service.database, service.organisation_id, { toolsets, entity_id });
});
after(() => service.close());

const rpc = async (key: string, method: string, params: object = {}): Promise<Told['result']> => {
  const response = await fetch(service.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[key] ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as Told).result;
};

const call = async (key: string, name: string, args: object): Promise<Readonly<Record<string, unknown>>> => {
  const { isError, content, structuredContent } = await rpc(key, 'tools/call', { name, arguments: args });
  const [{ text } = { text: '{}' }] = content;
  return isError === true
    ? (JSON.parse(text) as { error: Readonly<Record<string, unknown>> }).error
    : structuredContent;
};

const ALL = ['plain all', 'plain one', 'sets all', 'sets one'];

test('instructions and descriptions fit the key', async () => {
  for (const key of ALL) {
    const { instructions } = await rpc(key, 'initialize', { protocolVersion: '2025-06-18' });
    const { tools } = await rpc(key, 'tools/list');
    const names = new Set(tools.map(({ name }) => name));
    const described = tools.find(({ name }) => name === 'create_counterparty')?.description ?? '';
    assert.equal(/This key is bound to one company/.test(instructions), key.endsWith('one'), key);
    assert.equal(/undone by an administrator/.test(instructions), key.startsWith('plain'), key);
    assert.equal(
      described.endsWith('update_counterparty changes it later.'),
      names.has('update_counterparty'),
      key,
    );
    assert.doesNotMatch(JSON.stringify([instructions, tools]), /\\u000[0-9]/, key);
    for (const { name } of TOOLSETS.organization.tools)
      assert.equal(names.has(name), key === 'sets all', `${key} ${name}`);
  }
});

test('list_entities says the day and the time zone of each company', async () => {
  const { data } = await call('plain all', 'list_entities', {});
  const rows = data as readonly { time_zone: string; today: string }[];
  assert.ok(rows.length > 1);
  for (const { time_zone, today } of rows)
    assert.equal(today, new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone }).format(new Date()));
});

test('the fix of a draft names the tool that the key has, or who can', async () => {
  const fixes = async (key: string): Promise<string> => {
    const made = await call(key, 'create_invoice', {
      entity_id: service.entities.mx,
      counterparty_name: 'PUBLICO EN GENERAL',
      line_items: [{ description: 'Consultoria', quantity: 1, unit_price: 100 }],
      country_details: { payment_method: 'PUE', payment_form: '99' },
    });
    return JSON.stringify(made);
  };
  await call('plain one', 'create_counterparty', {
    name: 'PUBLICO EN GENERAL',
    postal_code: '06600',
    country_details: { rfc: 'XAXX010101000', fiscal_regime_code: '616' },
  });
  assert.match(
    await fixes('plain one'),
    /Create a new draft with create_invoice, .*ask an administrator to change/,
  );
  const told = await fixes('sets one');
  assert.match(told, /Change this draft with update_invoice, /);
  assert.doesNotMatch(told, /administrator|\\"invoice update/);
});
