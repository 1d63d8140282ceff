import { addIndex } from './steps.ts';

/** Tells whether one record has a word: lists filtered by a common word check it for each row. */
export const searchTokenByRecord = addIndex(
  '0028_search_token_by_record',
  'search_token',
  'ix_search_token_record',
  'entity_id, record_id, token',
);
