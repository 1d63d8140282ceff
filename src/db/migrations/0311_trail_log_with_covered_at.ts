import { addColumn, INSTANT } from './steps.ts';

/** When the log took what it covers after the fact and what is older than that. */
export const trailLogCovered = addColumn(
  '0311_trail_log_with_covered_at',
  'trail_log',
  'covered_at',
  `${INSTANT} null`,
);
