import { addColumn, code } from './steps.ts';

export const approvalMethod = addColumn(
  '0163_approval_with_decided_method',
  'approval',
  'decided_method',
  code(20),
);
