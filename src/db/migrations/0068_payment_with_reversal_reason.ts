import { addColumn, text } from './steps.ts';

export const paymentReversalReason = addColumn(
  '0068_payment_with_reversal_reason',
  'payment',
  'reversal_reason',
  text(300),
);
