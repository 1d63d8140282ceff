import { ENDPOINT_ORDER } from '../../domain/across/webhooks/store/deliveries.ts';
import { pageOfEndpoints } from '../../domain/across/webhooks/store/endpoints.ts';
import { describeWebhook } from '../../domain/across/webhooks/describe.ts';
import { mapPage, readPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const list_webhooks = handler('list_webhooks', async (ctx, { status, limit, cursor }) => {
  requireOrganizationKey(ctx);
  const { db, organisation_id, now } = ctx;
  const page = await readPage(ctx, {
    tool: 'list_webhooks',
    tenant: organisation_id,
    filters: { status },
    limit,
    cursor,
    order: ENDPOINT_ORDER,
    rows: (after, take) => pageOfEndpoints(db, organisation_id, status, { after, take }, now),
    count: async (max) =>
      (await pageOfEndpoints(db, organisation_id, status, { after: null, take: max }, now)).length,
  });
  return mapPage(page, (webhook) => describeWebhook(webhook, ctx));
});
