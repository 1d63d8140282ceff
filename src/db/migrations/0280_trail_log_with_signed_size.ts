import { addColumn } from './steps.ts';

export const trailLogSignedSize = addColumn(
  '0280_trail_log_with_signed_size',
  'trail_log',
  'signed_size',
  'bigint not null default 0',
);
