import { code, createTable, ID, INSTANT, JSON_VALUE } from './steps.ts';

export const event = createTable(
  '0017_event',
  'event',
  `entity_id ${ID} not null,
  id ${ID} not null,
  organisation_id ${ID} not null,
  type ${code(64)} not null,
  record_type ${code(40)} not null,
  record_id ${ID} not null,
  data ${JSON_VALUE} not null,
  occurred_at ${INSTANT} not null,
  primary key (entity_id, id),
  key ix_event_organisation (organisation_id, occurred_at, id)`,
);
