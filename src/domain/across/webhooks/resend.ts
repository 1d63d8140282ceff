// Sends a test, or sends a delivery again.
import { say } from '../../../base/said.ts';
import { newId } from '../../../db/ids.ts';
import type { OrganisationChange } from '../../ground/change/change.ts';
import { stillWants, TESTED } from '../../ground/outbox/kinds.ts';
import { type Delivery, findDelivery, insertDelivery, requeue } from './store/deliveries.ts';
import { type Endpoint, listEndpoints } from './store/endpoints.ts';
import { deliveryRow } from '../../ground/outbox/store.ts';
import { requireWebhook } from './endpoints.ts';
import { WebhookRefusal } from './refusal.ts';

const requireOn = ({ id, status, status_reason }: Endpoint): void => {
  if (status === 'enabled') return;
  const why = status_reason ?? '';
  throw new WebhookRefusal(
    'state',
    say('webhook_not_on', { id, status, why }),
    `it is ${status}. ${why}`.trim(),
  );
};

/** What it was to get when the event happened may be more than it is to get now, or elsewhere. */
const requireWanted = (webhook: Endpoint, delivery: Delivery): void => {
  if (stillWants(webhook, delivery)) return;
  const { type: event, tenant_id: company } = delivery;
  throw new WebhookRefusal(
    'kind',
    say('webhook_unwanted', { id: webhook.id, event, company }),
    `it does not take ${event} of ${company} as it is now.`,
  );
};

/** Puts a `webhook.tested` on its way, to this endpoint alone. */
export const testWebhook = async (ctx: OrganisationChange, id: string): Promise<Delivery> => {
  const webhook = await requireWebhook(ctx, id);
  requireOn(webhook);
  const event = {
    id: newId('EventId'),
    type: TESTED,
    record_type: 'webhook',
    record_id: id,
  } as const;
  const row = deliveryRow(id, ctx.organisation_id, event, 0, ctx.now);
  await insertDelivery(ctx.db, row);
  const delivery = await requireDelivery(ctx, row.id);
  ctx.record({
    event: TESTED,
    record_type: 'webhook',
    record_id: id,
    before: null,
    after: { delivery_id: row.id },
  });
  return delivery;
};

/** Sends a delivery again, whatever became of it, if the webhook still takes it: the same event under the same id. */
export const redeliver = async (ctx: OrganisationChange, id: string): Promise<Delivery> => {
  const before = await requireDelivery(ctx, id);
  const webhook = await requireWebhook(ctx, before.endpoint_id);
  requireOn(webhook);
  requireWanted(webhook, before);
  await requeue(ctx.db, before);
  const after = await requireDelivery(ctx, id);
  ctx.record({
    event: 'webhook.redelivered',
    record_type: 'webhook',
    record_id: before.endpoint_id,
    before,
    after,
  });
  return after;
};

const requireDelivery = async (
  { db, organisation_id, now }: OrganisationChange,
  id: string,
): Promise<Delivery> => {
  const endpoints = await listEndpoints(db, organisation_id, now);
  const found = await findDelivery(
    db,
    endpoints.map((endpoint) => endpoint.id),
    id,
  );
  if (found === undefined) throw new WebhookRefusal('delivery', say('webhook_delivery_unknown', { id }));
  return found;
};
