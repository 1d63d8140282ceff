import { code, createTable, ID, INSTANT, text } from './steps.ts';

export const person = createTable(
  '0150_person',
  'person',
  `id ${ID} not null,
  email ${code(254)} not null,
  name ${text(300)} not null,
  locale ${code(2)},
  time_zone ${code(64)},
  password_hash ${code(200)},
  totp_secret ${code(255)},
  totp_last_step bigint not null,
  created_at ${INSTANT} not null,
  primary key (id),
  unique key uq_person_email (email)`,
);
