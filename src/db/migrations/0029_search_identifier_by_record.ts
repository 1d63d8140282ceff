import { addIndex } from './steps.ts';

export const searchIdentifierByRecord = addIndex(
  '0029_search_identifier_by_record',
  'search_identifier',
  'ix_search_identifier_record',
  'entity_id, record_id, identifier',
);
