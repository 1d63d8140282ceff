import { code, createTable, INSTANT } from './steps.ts';

// One row: the id of the key that seals the secrets of this database, which every instance must have.
export const masterKey = createTable(
  '0222_master_key',
  'master_key',
  `name ${code(40)} not null,
  key_id ${code(64)} not null,
  recorded_at ${INSTANT} not null,
  primary key (name)`,
);
