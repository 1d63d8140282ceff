import { code, createTable, ID } from './steps.ts';

/** Which entry of the trail stands where in the log, and the hash of its leaf. */
export const trailLeaf = createTable(
  '0263_trail_leaf',
  'trail_leaf',
  `organisation_id ${ID} not null,
  position bigint not null,
  entity_id ${ID} not null,
  id ${ID} not null,
  hash ${code(64)} not null,
  primary key (organisation_id, position),
  unique key uq_trail_leaf_entry (organisation_id, entity_id, id)`,
);
