import { code, createTable, ID, INSTANT } from './steps.ts';

/** What a record was after a transaction; without a digest: the record was deleted. */
export const trailState = createTable(
  '0261_trail_state',
  'trail_state',
  `entity_id ${ID} not null,
  id ${ID} not null,
  kind ${code(32)} not null,
  record_id ${ID} not null,
  version int not null,
  digest ${code(64)} null,
  occurred_at ${INSTANT} not null,
  primary key (entity_id, id),
  key ix_trail_state_record (entity_id, record_id, version)`,
);
