import { createTable, ID, INSTANT } from './steps.ts';

/** Pairs that a person has rejected: never suggested again. */
export const bankRejection = createTable(
  '0058_bank_rejection',
  'bank_rejection',
  `entity_id ${ID} not null,
  bank_transaction_id ${ID} not null,
  record_id ${ID} not null,
  created_at ${INSTANT} not null,
  primary key (entity_id, bank_transaction_id, record_id)`,
);
