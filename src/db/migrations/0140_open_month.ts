import { code, createTable, ID, MINOR } from './steps.ts';

/** Sums of the open documents that fall due in a month, in parts: as those of `ledger_month`. */
export const openMonth = createTable(
  '0140_open_month',
  'open_month',
  `entity_id ${ID} not null,
  kind ${code(7)} not null,
  month date not null,
  currency ${code(3)} not null,
  slot int not null,
  balance_minor ${MINOR} not null,
  document_count int not null,
  primary key (entity_id, kind, month, currency, slot)`,
);
