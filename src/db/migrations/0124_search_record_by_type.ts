import { addIndex } from './steps.ts';

/** Labels of one type by their beginning, however many of other types begin in the same way. */
export const searchRecordByType = addIndex(
  '0124_search_record_by_type',
  'search_record',
  'ix_search_record_type',
  'entity_id, type, label_norm, record_id',
);
