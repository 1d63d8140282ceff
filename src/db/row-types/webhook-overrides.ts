// Column types of the tables with which events go out.
import { LEASE, PLAIN_ID, type TableOverride } from './override.ts';

export const WEBHOOK_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  webhook_endpoint: {
    columns: {
      lease_owner: { note: LEASE },
      id: PLAIN_ID,
      entity_id: { note: 'The one company whose events it gets; null for all of them.' },
      events: 'string[]',
      status: { type: `WebhookStatus | 'deleted'` },
      failing_since: { note: 'Of the first failure after the last success.' },
      secret: { note: 'Sealed.' },
      previous_secret: { note: 'Sealed; signs too until `previous_until`.' },
      visited_at: { note: 'Who waits longest comes first.' },
    },
  },
  webhook_delivery: {
    columns: {
      id: PLAIN_ID,
      tenant_id: { note: 'Of the event: the entity or the organisation.' },
      status: 'WebhookDeliveryStatus',
      attempts: { note: 'All of them.' },
      round: { note: 'Those since it was last to be sent; a redelivery begins anew.' },
    },
  },
};
