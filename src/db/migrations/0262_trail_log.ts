import { code, createTable, ID, INSTANT, JSON_VALUE } from './steps.ts';

/** The log of an organisation, of which a Merkle tree is built: its size, root, and what appending needs of it. */
export const trailLog = createTable(
  '0262_trail_log',
  'trail_log',
  `organisation_id ${ID} not null,
  size bigint not null,
  frontier ${JSON_VALUE} not null,
  root ${code(64)} not null,
  adopted_at ${INSTANT} null,
  lease_owner ${code(60)} null,
  lease_until ${INSTANT} null,
  lease_fence bigint not null,
  primary key (organisation_id)`,
);
