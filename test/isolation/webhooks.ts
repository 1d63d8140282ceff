// A webhook with deliveries that wait, in the organisation of a key.
import type { WebhookEndpointId } from '../../generated/ids.ts';
import type { TestService } from '../support/service.ts';

export interface WaitingWebhook {
  readonly whep: WebhookEndpointId;
  readonly wdel: readonly string[];
}

export const addWebhook = async (
  { client, database }: Pick<TestService, 'client' | 'database'>,
  key: string,
  deliveries = 1,
): Promise<WaitingWebhook> => {
  const tools = client(key);
  // Of something that no test does beside it.
  const wish = { url: 'https://hooks.example.com/', events: ['counterparty.merged'] };
  const webhook = await tools.create_webhook(wish);
  const { id: webhook_id } = webhook;
  // As a person does; nothing is sent, since no worker runs.
  await database.kysely
    .updateTable('webhook_endpoint')
    .set({ status: 'enabled', status_reason: null })
    .where('id', '=', webhook_id)
    .execute();
  const wdel: string[] = [];
  while (wdel.length < deliveries) wdel.push((await tools.test_webhook({ webhook_id })).delivery_id);
  return { whep: webhook_id, wdel };
};
