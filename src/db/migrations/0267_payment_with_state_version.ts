import { addColumn } from './steps.ts';

export const paymentStateVersion = addColumn(
  '0267_payment_with_state_version',
  'payment',
  'state_version',
  'int not null default 1',
);
