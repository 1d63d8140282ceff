import { code, createTable, ID } from './steps.ts';

/** What confirmed lines taught: which counterparty an account or name stands for. Undoing a match deletes its rows. */
export const bankMemory = createTable(
  '0059_bank_memory',
  'bank_memory',
  `entity_id ${ID} not null,
  bank_transaction_id ${ID} not null,
  kind ${code(8)} not null,
  value ${code(120)} not null,
  counterparty_id ${ID} not null,
  primary key (entity_id, bank_transaction_id, kind),
  key ix_bank_memory_value (entity_id, kind, value, counterparty_id)`,
);
