import { addColumn } from './steps.ts';

export const billStateVersion = addColumn(
  '0266_bill_with_state_version',
  'bill',
  'state_version',
  'int not null default 1',
);
