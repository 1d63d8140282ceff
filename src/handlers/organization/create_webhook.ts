import { SERVICE } from '../../../generated/service.ts';
import { describeWithSecret } from '../../domain/across/webhooks/describe.ts';
import { createWebhook, requireRoomForWebhook } from '../../domain/across/webhooks/endpoints.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noSuchTarget, requireKnownEvents, telling } from './webhook-refusals.ts';

export const create_webhook = handler(
  'create_webhook',
  async (ctx, { url, events, entity_id = null, description = null }) => {
    requireOrganizationKey(ctx);
    requireKnownEvents(ctx, events);
    await requireRoomForWebhook(ctx);
    const made = createWebhook(ctx, ctx.webhooks, { url, events, entity_id, description });
    const { webhook, secret } = await telling(made, {
      ...noSuchTarget(ctx, { url, entity_id }),
      limit: () => ctx.error('webhook_limit_reached', { limit: SERVICE.webhooks.endpoints }),
    });
    return describeWithSecret(webhook, secret, ctx);
  },
);
