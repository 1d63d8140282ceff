import { addColumn, code } from './steps.ts';

/** What the part is: a payment, or the bank's charge for the payments. */
export const bankTransactionBatchPart = addColumn(
  '0102_bank_transaction_with_batch_part',
  'bank_transaction',
  'batch_part',
  code(7),
);
