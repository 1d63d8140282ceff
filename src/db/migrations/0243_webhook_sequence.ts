import { createTable, ID } from './steps.ts';

/** How many events of a record the webhooks of its organisation were to get. */
export const webhookSequence = createTable(
  '0243_webhook_sequence',
  'webhook_sequence',
  `tenant_id ${ID} not null,
  record_id ${ID} not null,
  last bigint not null,
  primary key (tenant_id, record_id)`,
);
