import { createTable, ID } from './steps.ts';

/** Entries of the trail (audit rows and states of records) that the log of the organisation has not taken yet. */
export const trailPending = createTable(
  '0260_trail_pending',
  'trail_pending',
  `entity_id ${ID} not null,
  id ${ID} not null,
  primary key (entity_id, id)`,
);
