import { code, createTable, FLAG, INSTANT, text } from './steps.ts';

/** GUIDs are text in both columns; participant ids come from outside and may have any form. */
export const sandboxAccessPoint = createTable(
  '0045_sandbox_access_point',
  'sandbox_access_point',
  `idempotency_guid ${code(36)} not null,
  guid ${code(36)} not null,
  legal_entity_id bigint not null,
  receiver ${text(100)} not null,
  status smallint not null,
  reply mediumtext not null,
  delivered ${FLAG} not null,
  document mediumblob not null,
  sha256 ${code(64)} not null,
  created_at ${INSTANT} not null,
  primary key (idempotency_guid),
  unique key sandbox_access_point_guid (guid),
  key sandbox_access_point_receiver (receiver, created_at)`,
);
