import { addColumn, JSON_VALUE } from './steps.ts';

/** Records that a transaction wrote, and what they were when the log took it: several in one entry. */
export const trailStateRecords = addColumn(
  '0310_trail_state_with_records',
  'trail_state',
  'records',
  `${JSON_VALUE} null`,
);
