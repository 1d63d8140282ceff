// update_webhook says which of its parameters have another value now.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminOn } from '../../admin/support.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { warned } from '../support.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
});
after(() => service.close());

test(warned('update_webhook', 'nothing_changed', 'and else what has changed is said'), async () => {
  const url = 'https://hooks.example.com/folio';
  const client = service.client();
  const webhook = await client.create_webhook({ url, events: ['invoice.*'] });
  const admin = adminOn(service.databaseUrl, new Date(), {
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  await admin.json('webhook', 'update', webhook.id, '--enable');
  const update = async (changes: object) => {
    const { changed, warnings } = await client.update_webhook({ webhook_id: webhook.id, ...changes });
    return [changed, warnings.map(({ code }) => code)];
  };
  assert.deepEqual(await update({ url, enabled: true }), [[], ['nothing_changed']]);
  assert.deepEqual(await update({ description: 'Caja' }), [['description'], []]);
  assert.deepEqual(await update({ enabled: false }), [['enabled'], []]);
  assert.deepEqual(await update({ enabled: true }), [['enabled'], []]);
});
