import { createTable, ID, INSTANT, text } from './steps.ts';

/** What came of each attempt. */
export const webhookAttempt = createTable(
  '0242_webhook_attempt',
  'webhook_attempt',
  `endpoint_id ${ID} not null,
  delivery_id ${ID} not null,
  number int not null,
  attempted_at ${INSTANT} not null,
  duration_ms int not null,
  http_status int null,
  error ${text(500)} null,
  excerpt ${text(500)} null,
  primary key (endpoint_id, delivery_id, number)`,
);
