import { addColumn, code } from './steps.ts';

export const paymentStatus = addColumn(
  '0066_payment_with_status',
  'payment',
  'status',
  `${code(10)} not null default 'recorded'`,
);
