import { addColumn } from './steps.ts';

export const matchingRunLeaseFence = addColumn(
  '0062_matching_run_with_lease_fence',
  'matching_run',
  'lease_fence',
  'int not null default 0',
);
