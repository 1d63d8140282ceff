import { code, createTable, ID } from './steps.ts';

export const searchToken = createTable(
  '0011_search_token',
  'search_token',
  `entity_id ${ID} not null,
  token ${code(24)} not null,
  type ${code(40)} not null,
  record_id ${ID} not null,
  primary key (entity_id, token, type, record_id)`,
);
