import { describeWithSecret } from '../../domain/across/webhooks/describe.ts';
import { rotateSecret } from '../../domain/across/webhooks/endpoints.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noWebhook, telling } from './webhook-refusals.ts';

export const rotate_webhook_secret = handler(
  'rotate_webhook_secret',
  async (ctx, { webhook_id, end_previous }) => {
    requireOrganizationKey(ctx);
    const rotated = rotateSecret(ctx, ctx.webhooks, webhook_id, { now: end_previous });
    const { webhook, secret } = await telling(rotated, {
      webhook: noWebhook(ctx, webhook_id),
      secret: () => ctx.error('webhook_secret_of_others', { path: 'webhook_id', webhook_id }),
    });
    return describeWithSecret(webhook, secret, ctx);
  },
);
