// What is sent again to a webhook that was changed meanwhile.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WebhookDeliveryId } from '../../../generated/ids.ts';
import { type Admin, adminOn } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callError } from '../../support/wire.ts';
import { addMexicanCustomer, declared, factsOf } from '../support.ts';

const URL_OF_ALL = 'https://hooks.example.com/folio';
let service: TestService;
let admin: Admin;
before(async () => {
  service = await startTestService({ database: 'own' });
  admin = adminOn(service.databaseUrl, new Date(), { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
});
after(() => service.close());

const enable = (id: string) => admin.json('webhook', 'update', id, '--enable');

test(declared('redeliver_webhook', 'webhook_not_enabled', 'of events that it takes no more'), async () => {
  const client = service.client();
  const webhook = await client.create_webhook({ url: URL_OF_ALL, events: ['counterparty.*'] });
  await enable(webhook.id);
  await addMexicanCustomer(service, 'Comercial Robles');
  const { data } = await client.list_webhook_deliveries({ webhook_id: webhook.id });
  await client.update_webhook({ webhook_id: webhook.id, url: `${URL_OF_ALL}/2`, events: ['bill.*'] });
  await enable(webhook.id);
  const args = { delivery_id: data[0]?.id as WebhookDeliveryId };
  const told = await callError(service.url, service.keys.organisation, 'redeliver_webhook', args);
  assert.match(String(told['hint']), /^update_webhook changes which events/);
  assert.deepEqual(factsOf(told, args), {
    code: 'webhook_not_enabled',
    path: 'delivery_id',
    reason: `it does not take counterparty.created of ${service.entities.mx} as it is now`,
  });
});
