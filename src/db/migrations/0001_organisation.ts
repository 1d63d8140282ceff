import { createTable, ID, INSTANT, text } from './steps.ts';

export const organisation = createTable(
  '0001_organisation',
  'organisation',
  `id ${ID} not null,
  name ${text(300)} not null,
  created_at ${INSTANT} not null,
  primary key (id)`,
);
