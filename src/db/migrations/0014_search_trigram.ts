import { code, createTable, ID } from './steps.ts';

export const searchTrigram = createTable(
  '0014_search_trigram',
  'search_trigram',
  `entity_id ${ID} not null,
  trigram ${code(3)} not null,
  token ${code(24)} not null,
  primary key (entity_id, trigram, token)`,
);
