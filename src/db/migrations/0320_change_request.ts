import { code, createTable, ID, INSTANT, JSON_VALUE, text } from './steps.ts';

/** What a key asked to end or change that others made; a person decides. */
export const changeRequest = createTable(
  '0320_change_request',
  'change_request',
  `id ${ID} not null,
  organisation_id ${ID} not null,
  entity_id ${ID} null,
  tool ${code(40)} not null,
  record_id ${ID} not null,
  arguments ${JSON_VALUE} not null,
  open_key ${code(64)} null,
  requested_by ${ID} not null,
  status ${code(16)} not null,
  requested_at ${INSTANT} not null,
  expires_at ${INSTANT} not null,
  decided_by ${ID} null,
  decided_at ${INSTANT} null,
  rejection ${text(500)} null,
  primary key (id),
  unique key uq_change_request_open (organisation_id, open_key),
  key ix_change_request_status (organisation_id, status, id)`,
);
