import { code, createTable, FLAG, ID, INSTANT, text } from './steps.ts';

// A credential id has up to 1023 bytes, more than an index takes; its hash is the key.
export const passkey = createTable(
  '0151_passkey',
  'passkey',
  `credential_hash ${code(64)} not null,
  id ${ID} not null,
  person_id ${ID} not null,
  credential_id ${code(1400)} not null,
  public_key ${code(2000)} not null,
  counter bigint not null,
  backed_up ${FLAG} not null,
  transports ${code(100)} not null,
  name ${text(100)} not null,
  created_at ${INSTANT} not null,
  last_used_at ${INSTANT},
  primary key (credential_hash),
  key ix_passkey_person (person_id, created_at)`,
);
