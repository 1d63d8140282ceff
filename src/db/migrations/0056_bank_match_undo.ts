import { createTable, ID, JSON_VALUE } from './steps.ts';

export const bankMatchUndo = createTable(
  '0056_bank_match_undo',
  'bank_match_undo',
  `entity_id ${ID} not null,
  bank_transaction_id ${ID} not null,
  state ${JSON_VALUE} not null,
  primary key (entity_id, bank_transaction_id)`,
);
