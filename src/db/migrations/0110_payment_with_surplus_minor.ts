import { addColumn, MINOR } from './steps.ts';

export const paymentSurplus = addColumn(
  '0110_payment_with_surplus_minor',
  'payment',
  'surplus_minor',
  `${MINOR} not null default 0`,
);
