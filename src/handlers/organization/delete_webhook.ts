import { deleteWebhook } from '../../domain/webhooks/endpoints.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noWebhook, telling } from './webhook-refusals.ts';

export const delete_webhook = handler('delete_webhook', async (ctx, { webhook_id }) => {
  requireOrganizationKey(ctx);
  await telling(deleteWebhook(ctx, webhook_id), { webhook: noWebhook(ctx, webhook_id) });
  return { object: 'webhook', id: webhook_id, deleted: true };
});
