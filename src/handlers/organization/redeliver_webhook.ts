import { describeSending } from '../../domain/across/webhooks/describe.ts';
import { redeliver } from '../../domain/across/webhooks/resend.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { notEnabled, telling } from './webhook-refusals.ts';

const OTHER_EVENTS =
  'update_webhook changes which events, of which company, the webhook takes; a person then lets it receive.';

export const redeliver_webhook = handler('redeliver_webhook', async (ctx, { delivery_id }) => {
  requireOrganizationKey(ctx);
  const sent = telling(redeliver(ctx, delivery_id), {
    delivery: () => ctx.error('webhook_delivery_not_found', { path: 'delivery_id', received: delivery_id }),
    state: notEnabled(ctx, 'delivery_id'),
    kind: notEnabled(ctx, 'delivery_id', OTHER_EVENTS),
  });
  return describeSending(await sent);
});
