import { code, createTable, ID, INSTANT, MINOR, text } from './steps.ts';

export const bankStatement = createTable(
  '0026_bank_statement',
  'bank_statement',
  `entity_id ${ID} not null,
  id ${ID} not null,
  bank_account_id ${ID} not null,
  file_name ${text(255)} not null,
  file_hash ${code(64)} not null,
  format ${code(40)} not null,
  period_start date,
  period_end date,
  transaction_count int not null,
  duplicate_count int not null,
  opening_balance_minor ${MINOR},
  closing_balance_minor ${MINOR},
  imported_at ${INSTANT} not null,
  primary key (entity_id, id),
  key ix_bank_statement_imported (entity_id, imported_at, id),
  key ix_bank_statement_account (entity_id, bank_account_id, imported_at, id)`,
);
