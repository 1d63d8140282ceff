import { addIndex } from './steps.ts';

/** Whether one record has a word: lists that a common word filters ask it of each row. */
export const searchTokenByRecord = addIndex(
  '0028_search_token_by_record',
  'search_token',
  'ix_search_token_record',
  'entity_id, record_id, token',
);
