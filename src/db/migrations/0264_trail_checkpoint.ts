import { createTable, ID, INSTANT } from './steps.ts';

/** Signed statements of what the log was at some size. */
export const trailCheckpoint = createTable(
  '0264_trail_checkpoint',
  'trail_checkpoint',
  `organisation_id ${ID} not null,
  size bigint not null,
  note text collate utf8mb4_bin not null,
  created_at ${INSTANT} not null,
  primary key (organisation_id, size)`,
);
