import { describeSending } from '../../domain/across/webhooks/describe.ts';
import { testWebhook } from '../../domain/across/webhooks/resend.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { notEnabled, noWebhook, telling } from './webhook-refusals.ts';

export const test_webhook = handler('test_webhook', async (ctx, { webhook_id }) => {
  requireOrganizationKey(ctx);
  const sent = telling(testWebhook(ctx, webhook_id), {
    webhook: noWebhook(ctx, webhook_id),
    state: notEnabled(ctx, 'webhook_id'),
  });
  return describeSending(await sent);
});
