import { addColumn } from './steps.ts';

export const complementStateVersion = addColumn(
  '0270_complement_with_state_version',
  'complement',
  'state_version',
  'int not null default 1',
);
