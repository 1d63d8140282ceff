import { code, createTable, ID, INSTANT, JSON_VALUE, text } from './steps.ts';

/** Requests of a key for another key, which a person decides. */
export const apiKeyRequest = createTable(
  '0210_api_key_request',
  'api_key_request',
  `id ${ID} not null,
  organisation_id ${ID} not null,
  requested_by ${ID} not null,
  name ${text(100)} not null,
  reason ${text(500)} not null,
  entity_id ${ID} null,
  scopes ${JSON_VALUE} not null,
  toolsets ${JSON_VALUE} not null,
  key_expires_at ${INSTANT} not null,
  status ${code(16)} not null,
  requested_at ${INSTANT} not null,
  expires_at ${INSTANT} not null,
  decided_by ${ID} null,
  decided_at ${INSTANT} null,
  rejection ${text(500)} null,
  api_key_id ${ID} null,
  primary key (id),
  key ix_api_key_request_status (organisation_id, status, id)`,
);
