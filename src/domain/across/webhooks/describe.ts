// Webhooks and deliveries as tools show them.
import type { EntityId, EventId, WebhookDeliveryId, WebhookEndpointId } from '../../../../generated/ids.ts';
import type {
  ChangedWebhook,
  Webhook,
  WebhookDeliveryRecord,
  WebhookSending,
  WebhookWithSecret,
} from '../../../../generated/types.ts';
import { changedPaths } from '../../../base/arguments/changed-paths.ts';
import type { Identity } from '../../parties/access/identity.ts';
import type { Attempt, Delivery } from './store/deliveries.ts';
import type { Endpoint } from './store/endpoints.ts';
import { isMadeBy } from './endpoints.ts';
import { isOrganisationId } from './message.ts';

/** Of more, only the last ones are told. */
const ATTEMPTS_TOLD = 10;

interface Reader {
  readonly key: Pick<Identity, 'key_id'>;
  readonly pageUrl: (path: string) => string | null;
}

export const describeWebhook = (endpoint: Endpoint, { key, pageUrl }: Reader): Webhook => ({
  object: 'webhook',
  id: endpoint.id as WebhookEndpointId,
  webhook_id: endpoint.id as WebhookEndpointId,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  entity_id: endpoint.entity_id as EntityId | null,
  status: endpoint.status,
  status_reason: endpoint.status_reason,
  status_at: endpoint.status_at,
  failing_since: endpoint.failing_since,
  previous_until: endpoint.previous_until,
  created_at: endpoint.created_at,
  is_of_calling_key: isMadeBy(endpoint, { type: 'key', id: key.key_id }),
  review_url: pageUrl(`/settings/webhooks/${endpoint.id}`),
});

/** The webhook after a change, with the parameters that have another value now. */
export const describeChanged = (before: Endpoint, after: Endpoint, reader: Reader): ChangedWebhook => ({
  ...describeWebhook(after, reader),
  changed: [...changedPaths(shownOf(before), shownOf(after))],
});

/** The parameters that a webhook stands for. */
const shownOf = ({ url, events, entity_id, description, status }: Endpoint): object => ({
  url,
  events,
  entity_id,
  description,
  // Waiting for a person is neither on nor off.
  enabled: status,
});

/** The webhook with a secret that is told once. */
export const describeWithSecret = (
  endpoint: Endpoint,
  secret: string | null,
  reader: Reader,
): WebhookWithSecret => ({ ...describeWebhook(endpoint, reader), object: 'webhook_with_secret', secret });

export const describeDelivery = (
  delivery: Delivery,
  attempted: readonly Attempt[],
): WebhookDeliveryRecord => ({
  object: 'webhook_delivery',
  id: delivery.id as WebhookDeliveryId,
  delivery_id: delivery.id as WebhookDeliveryId,
  webhook_id: delivery.endpoint_id as WebhookEndpointId,
  event_id: delivery.event_id as EventId,
  event: delivery.type,
  entity_id: isOrganisationId(delivery.tenant_id) ? null : (delivery.tenant_id as EntityId),
  record_id: delivery.record_id,
  sequence: delivery.sequence,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: delivery.next_attempt_at,
  created_at: delivery.created_at,
  finished_at: delivery.finished_at,
  last_attempts: attempted.slice(-ATTEMPTS_TOLD),
});

export const describeSending = (delivery: Delivery): WebhookSending => ({
  object: 'webhook_sending',
  delivery_id: delivery.id as WebhookDeliveryId,
  webhook_id: delivery.endpoint_id as WebhookEndpointId,
  event_id: delivery.event_id as EventId,
  event: delivery.type,
  status: delivery.status,
});
