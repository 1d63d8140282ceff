import { code, createTable, ID, INSTANT, JSON_VALUE } from './steps.ts';

/** The column mapping that users confirmed at an import, per account and header row. */
export const bankStatementLayout = createTable(
  '0052_bank_statement_layout',
  'bank_statement_layout',
  `entity_id ${ID} not null,
  bank_account_id ${ID} not null,
  headings_hash ${code(64)} not null,
  column_map ${JSON_VALUE} not null,
  date_order ${code(3)},
  decimal_sign ${code(5)},
  updated_at ${INSTANT} not null,
  primary key (entity_id, bank_account_id, headings_hash)`,
);
