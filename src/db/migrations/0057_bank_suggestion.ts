import { createTable, ID, INSTANT, JSON_VALUE, MINOR, code } from './steps.ts';

export const bankSuggestion = createTable(
  '0057_bank_suggestion',
  'bank_suggestion',
  `entity_id ${ID} not null,
  bank_transaction_id ${ID} not null,
  position int not null,
  record_type ${code(8)} not null,
  record_id ${ID} not null,
  amount_minor ${MINOR} not null,
  confidence decimal(5, 4) not null,
  reasons ${JSON_VALUE} not null,
  run_id ${ID} not null,
  created_at ${INSTANT} not null,
  primary key (entity_id, bank_transaction_id, position),
  key ix_bank_suggestion_record (entity_id, record_id)`,
);
