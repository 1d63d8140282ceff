import { widenText } from './steps.ts';

/** A transfer that pays dozens of invoices names them all. */
export const bankTransactionDescription = widenText(
  '0103_bank_transaction_with_long_description',
  'bank_transaction',
  'description',
  1_000,
  'not null',
);
