// Every id parameter of every tool that is about the organisation: the id of another organisation's key, request, webhook,
// delivery or company gets, letter for letter, what an id gets that nobody has, and nothing changes on the way.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addEntity, addKey, addOrganisation } from '../support/books.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callTool } from '../support/wire.ts';
import { databaseState } from './database-state.ts';
import { askForeign, askingFor, codeOf, idOf } from './foreign.ts';
import { argumentsWith, type IdParameter, ORGANISATION_PARAMETERS } from './id-parameters.ts';
import { addWebhook } from './webhooks.ts';
import type { Company } from './world.ts';

let service: TestService;
let home: Company;
let other: Company;

/** An organisation with one record of each kind. */
const organisation = async (whose: Company['whose']): Promise<Company> => {
  const { database } = service;
  const organisation_id = await addOrganisation(database, whose);
  const entity_id = await addEntity(database, organisation_id, { country_code: 'MX', is_default: true });
  const key = await addKey(database, organisation_id);
  const spare = service.client(await addKey(database, organisation_id));
  const client = service.client(key);
  const wish = { name: whose, reason: whose, scopes: ['invoices:read'] };
  const { id: akrq } = await client.request_api_key(wish);
  const own = (await spare.list_api_keys({})).data.find(({ is_calling_key }) => is_calling_key);
  const { whep, wdel } = await addWebhook(service, key);
  const ids = {
    enti: [entity_id],
    akey: [own?.id ?? ''],
    akrq: [akrq],
    whep: [whep],
    wdel,
  };
  return { whose, organisation_id, entity_id, key, client, member: '', ids };
};

before(async () => {
  service = await startTestService();
  home = await organisation('a');
  other = await organisation('c');
});
after(() => service.close());

const titleOf = ({ tool, path, prefix }: IdParameter): string => `${tool} ${path.join('.')} (${prefix}_)`;

test('the id parameters of these tools are found', () => {
  const found = ORGANISATION_PARAMETERS.map(({ tool, path }) => `${tool}.${path.join('.')}`).toSorted();
  assert.deepEqual(found, [
    'create_webhook.entity_id',
    'delete_webhook.webhook_id',
    'get_api_key_request.request_id',
    'list_webhook_deliveries.webhook_id',
    'redeliver_webhook.delivery_id',
    'request_api_key.entity_id',
    'revoke_api_key.api_key_id',
    'rotate_webhook_secret.webhook_id',
    'test_webhook.webhook_id',
    'update_webhook.entity_id',
    'update_webhook.webhook_id',
  ]);
});

for (const parameter of ORGANISATION_PARAMETERS)
  describe(titleOf(parameter), () => {
    test('does not tell that another organisation has it', async () => {
      const before = await databaseState(service.database);
      const [, asking] = askingFor(service.url, home, home.key);
      assert.ok(asking !== undefined);
      const { leaks } = await askForeign(asking, parameter, home, [other]);
      assert.deepEqual(leaks, []);
      assert.deepEqual(await databaseState(service.database), before, 'nothing changes');
    });

    // So that the refusal above is one of the id and of nothing else.
    test('finds what is its own', async () => {
      const fresh = await organisation('b');
      const args = argumentsWith(parameter, fresh, idOf(fresh, parameter.prefix));
      const answer = await callTool(service.url, fresh.key, parameter.tool, args);
      assert.equal(codeOf(answer), 'none', answer.content[0]?.text);
    });
  });
