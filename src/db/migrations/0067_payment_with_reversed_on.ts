import { addColumn } from './steps.ts';

export const paymentReversedOn = addColumn('0067_payment_with_reversed_on', 'payment', 'reversed_on', 'date');
