import { code, createTable, ID, MINOR } from './steps.ts';

/** Sums of the entries of a month, in parts: a booking adds to the part of the slot that it holds, so none waits. */
export const ledgerMonth = createTable(
  '0120_ledger_month',
  'ledger_month',
  `entity_id ${ID} not null,
  ledger ${code(2)} not null,
  month date not null,
  currency ${code(3)} not null,
  slot int not null,
  debit_minor ${MINOR} not null,
  credit_minor ${MINOR} not null,
  entry_count int not null,
  primary key (entity_id, ledger, month, currency, slot)`,
);
