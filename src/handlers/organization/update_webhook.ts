import { describeWebhook } from '../../domain/webhooks/describe.ts';
import { updateWebhook } from '../../domain/webhooks/endpoints.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noSuchTarget, noWebhook, requireKnownEvents, telling } from './webhook-refusals.ts';

export const update_webhook = handler('update_webhook', async (ctx, { webhook_id, clear = [], ...given }) => {
  requireOrganizationKey(ctx);
  requireKnownEvents(ctx, given.events ?? []);
  const changes = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
  const changed = updateWebhook(ctx, ctx.webhooks, webhook_id, changes);
  const after = await telling(changed, { ...noSuchTarget(ctx, given), webhook: noWebhook(ctx, webhook_id) });
  return describeWebhook(after, ctx);
});
