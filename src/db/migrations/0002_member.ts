import { code, createTable, ID, INSTANT, text } from './steps.ts';

export const member = createTable(
  '0002_member',
  'member',
  `organisation_id ${ID} not null,
  id ${ID} not null,
  email ${code(254)} not null,
  name ${text(300)} not null,
  role ${code(20)} not null,
  created_at ${INSTANT} not null,
  primary key (organisation_id, id),
  unique key uq_member_email (organisation_id, email)`,
);
