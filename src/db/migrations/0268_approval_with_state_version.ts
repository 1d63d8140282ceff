import { addColumn } from './steps.ts';

export const approvalStateVersion = addColumn(
  '0268_approval_with_state_version',
  'approval',
  'state_version',
  'int not null default 1',
);
