import { describeChanged, describeWebhook } from '../../domain/across/webhooks/describe.ts';
import {
  changesNothing,
  isMadeBy,
  requireWebhook,
  updateWebhook,
} from '../../domain/across/webhooks/endpoints.ts';
import { awaitPerson } from '../asking.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noSuchTarget, noWebhook, requireKnownEvents, telling } from './webhook-refusals.ts';

export const update_webhook = handler('update_webhook', async (ctx, { webhook_id, clear = [], ...given }) => {
  requireOrganizationKey(ctx);
  requireKnownEvents(ctx, given.events ?? []);
  const changes = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
  const tell = { ...noSuchTarget(ctx, given), webhook: noWebhook(ctx, webhook_id) };
  const before = await telling(requireWebhook(ctx, webhook_id), tell);
  if (
    isMadeBy(before, ctx.actor) ||
    (await telling(changesNothing(ctx, ctx.webhooks, before, changes), tell))
  ) {
    const after = await telling(updateWebhook(ctx, ctx.webhooks, webhook_id, changes), tell);
    const answer = describeChanged(before, after, ctx);
    if (answer.changed.length === 0) ctx.warn('nothing_changed', { record: 'webhook' });
    return answer;
  }
  const wish = { tool: 'update_webhook', subject: webhook_id, arguments: changes } as const;
  return {
    ...describeWebhook(before, ctx),
    ...(await awaitPerson(ctx, wish, { path: 'webhook_id' })),
    changed: [],
  };
});
