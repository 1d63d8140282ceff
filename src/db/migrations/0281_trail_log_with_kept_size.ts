import { addColumn } from './steps.ts';

export const trailLogKeptSize = addColumn(
  '0281_trail_log_with_kept_size',
  'trail_log',
  'kept_size',
  'bigint not null default 0',
);
