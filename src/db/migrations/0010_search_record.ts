import { code, createTable, ID, text } from './steps.ts';

export const searchRecord = createTable(
  '0010_search_record',
  'search_record',
  `entity_id ${ID} not null,
  record_id ${ID} not null,
  type ${code(40)} not null,
  label ${text(300)} not null,
  label_norm ${code(300)} not null,
  primary key (entity_id, record_id),
  key ix_search_record_label (entity_id, label_norm, record_id)`,
);
