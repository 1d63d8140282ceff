import { deleteWebhook, isMadeBy, requireWebhook } from '../../domain/across/webhooks/endpoints.ts';
import { awaitPerson } from '../asking.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noWebhook, telling } from './webhook-refusals.ts';

export const delete_webhook = handler('delete_webhook', async (ctx, { webhook_id }) => {
  requireOrganizationKey(ctx);
  const webhook = await telling(requireWebhook(ctx, webhook_id), { webhook: noWebhook(ctx, webhook_id) });
  const answer = { object: 'webhook', id: webhook_id, webhook_id } as const;
  if (!isMadeBy(webhook, ctx.actor)) {
    const wish = { tool: 'delete_webhook', subject: webhook_id, arguments: {} } as const;
    return { ...answer, deleted: false, ...(await awaitPerson(ctx, wish, { path: 'webhook_id' })) };
  }
  await deleteWebhook(ctx, webhook_id);
  return { ...answer, deleted: true };
});
