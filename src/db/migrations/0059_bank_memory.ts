import { code, createTable, ID } from './steps.ts';

/** What each confirmed line taught: for whom an account or a name stood. Undoing the match takes its rows away. */
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
