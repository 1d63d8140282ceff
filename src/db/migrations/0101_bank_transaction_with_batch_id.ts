import { addColumn, ID } from './steps.ts';

/** The booking that the transaction is a part of, if it is one. */
export const bankTransactionBatch = addColumn(
  '0101_bank_transaction_with_batch_id',
  'bank_transaction',
  'batch_id',
  ID,
);
