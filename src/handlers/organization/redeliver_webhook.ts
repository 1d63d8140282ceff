import { describeSending } from '../../domain/webhooks/describe.ts';
import { redeliver } from '../../domain/webhooks/resend.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { notEnabled, telling } from './webhook-refusals.ts';

export const redeliver_webhook = handler('redeliver_webhook', async (ctx, { delivery_id }) => {
  requireOrganizationKey(ctx);
  const sent = telling(redeliver(ctx, delivery_id), {
    delivery: () => ctx.error('webhook_delivery_not_found', { path: 'delivery_id', received: delivery_id }),
    state: notEnabled(ctx, 'delivery_id'),
  });
  return describeSending(await sent);
});
