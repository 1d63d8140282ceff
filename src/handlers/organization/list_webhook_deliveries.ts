import {
  DELIVERY_ORDER,
  listAttempts,
  listDeliveries,
} from '../../domain/across/webhooks/store/deliveries.ts';
import { findEndpoint } from '../../domain/across/webhooks/store/endpoints.ts';
import { describeDelivery } from '../../domain/across/webhooks/describe.ts';
import { mapPage, readPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';
import { noWebhook } from './webhook-refusals.ts';

export const list_webhook_deliveries = handler(
  'list_webhook_deliveries',
  async (ctx, { webhook_id, status, limit, cursor }) => {
    requireOrganizationKey(ctx);
    const { db, organisation_id, now } = ctx;
    if ((await findEndpoint(db, organisation_id, webhook_id, now)) === undefined)
      throw noWebhook(ctx, webhook_id)();
    const page = await readPage(ctx, {
      tool: 'list_webhook_deliveries',
      tenant: organisation_id,
      filters: { webhook_id, status },
      limit,
      cursor,
      order: DELIVERY_ORDER,
      rows: (after, take) => listDeliveries(db, webhook_id, { status, after }, take),
      count: null,
    });
    const ids = page.data.map(({ id }) => id);
    const attempts = await listAttempts(db, webhook_id, ids);
    return mapPage(page, (delivery) => describeDelivery(delivery, attempts.get(delivery.id) ?? []));
  },
);
