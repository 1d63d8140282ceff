import { code, createTable, ID, INSTANT } from './steps.ts';

/** An event on its way to one endpoint; `due_at` is null once no further attempt follows. */
export const webhookDelivery = createTable(
  '0241_webhook_delivery',
  'webhook_delivery',
  `endpoint_id ${ID} not null,
  id ${ID} not null,
  tenant_id ${ID} not null,
  event_id ${ID} not null,
  type ${code(64)} not null,
  record_type ${code(40)} not null,
  record_id ${ID} not null,
  sequence bigint not null,
  status ${code(16)} not null,
  attempts int not null,
  round int not null,
  due_at ${INSTANT} null,
  created_at ${INSTANT} not null,
  finished_at ${INSTANT} null,
  primary key (endpoint_id, id),
  key ix_webhook_delivery_due (endpoint_id, due_at, id)`,
);
