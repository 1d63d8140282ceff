import { code, createTable, ID, INSTANT, text } from './steps.ts';

export const personSession = createTable(
  '0152_person_session',
  'person_session',
  `secret_hash ${code(64)} not null,
  id ${ID} not null,
  person_id ${ID} not null,
  method ${code(20)} not null,
  organisation_id ${ID} not null,
  created_at ${INSTANT} not null,
  seen_at ${INSTANT} not null,
  strong_at ${INSTANT},
  address ${code(64)} not null,
  user_agent ${text(200)} not null,
  primary key (secret_hash),
  key ix_person_session_person (person_id, created_at)`,
);
