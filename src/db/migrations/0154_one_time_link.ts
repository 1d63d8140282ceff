import { code, createTable, ID, INSTANT } from './steps.ts';

export const oneTimeLink = createTable(
  '0154_one_time_link',
  'one_time_link',
  `token_hash ${code(64)} not null,
  id ${ID} not null,
  kind ${code(20)} not null,
  person_id ${ID} not null,
  email ${code(254)},
  organisation_id ${ID},
  expires_at ${INSTANT} not null,
  used_at ${INSTANT},
  created_at ${INSTANT} not null,
  primary key (token_hash),
  key ix_one_time_link_email (email, kind)`,
);
