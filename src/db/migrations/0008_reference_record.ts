import { code, createTable, ID, INSTANT, JSON_VALUE, MINOR, text } from './steps.ts';

export const referenceRecord = createTable(
  '0008_reference_record',
  'reference_record',
  `entity_id ${ID} not null,
  id ${ID} not null,
  type ${code(40)} not null,
  label ${text(300)} not null,
  sublabel ${text(300)},
  status ${code(40)},
  amount_minor ${MINOR},
  currency ${code(3)},
  date date,
  counterparty_id ${ID},
  fields ${JSON_VALUE} not null,
  external_id ${code(100)},
  created_at ${INSTANT} not null,
  updated_at ${INSTANT} not null,
  primary key (entity_id, id),
  unique key uq_reference_record_external_id (entity_id, type, external_id),
  key ix_reference_record_type (entity_id, type, date, id)`,
);
