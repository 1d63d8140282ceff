import { code, createTable, ID } from './steps.ts';

export const searchVocabulary = createTable(
  '0013_search_vocabulary',
  'search_vocabulary',
  `entity_id ${ID} not null,
  token ${code(24)} not null,
  primary key (entity_id, token)`,
);
