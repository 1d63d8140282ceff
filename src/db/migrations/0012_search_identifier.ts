import { code, createTable, ID } from './steps.ts';

export const searchIdentifier = createTable(
  '0012_search_identifier',
  'search_identifier',
  `entity_id ${ID} not null,
  identifier ${code(64)} not null,
  type ${code(40)} not null,
  record_id ${ID} not null,
  primary key (entity_id, identifier, type, record_id)`,
);
