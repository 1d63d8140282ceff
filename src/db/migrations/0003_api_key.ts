import { code, createTable, ID, INSTANT, JSON_VALUE, text } from './steps.ts';

export const apiKey = createTable(
  '0003_api_key',
  'api_key',
  `id ${ID} not null,
  organisation_id ${ID} not null,
  entity_id ${ID},
  type ${code(20)} not null,
  name ${text(300)} not null,
  secret_hash ${code(64)} not null,
  hint ${code(8)} not null,
  scopes ${JSON_VALUE} not null,
  expires_at ${INSTANT},
  revoked_at ${INSTANT},
  last_used_at ${INSTANT},
  created_at ${INSTANT} not null,
  primary key (id),
  unique key uq_api_key_secret_hash (secret_hash),
  key ix_api_key_organisation (organisation_id, created_at, id)`,
);
