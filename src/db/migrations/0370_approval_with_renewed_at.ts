import { addColumn, INSTANT } from './steps.ts';

/** When a request of an earlier release, which showed less, got what is shown now; a person looks at it again. */
export const approvalRenewedAt = addColumn(
  '0370_approval_with_renewed_at',
  'approval',
  'renewed_at',
  `${INSTANT} null`,
);
