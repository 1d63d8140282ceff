import { code, createTable, FLAG, ID, INSTANT, MINOR } from './steps.ts';

export const bankMatch = createTable(
  '0055_bank_match',
  'bank_match',
  `entity_id ${ID} not null,
  bank_transaction_id ${ID} not null,
  position int not null,
  record_type ${code(8)} not null,
  record_id ${ID} not null,
  amount_minor ${MINOR} not null,
  payment_id ${ID},
  payment_made ${FLAG} not null,
  source ${code(8)} not null,
  confidence decimal(5, 4),
  run_id ${ID},
  confirmed_by ${code(254)},
  confirmed_at ${INSTANT} not null,
  primary key (entity_id, bank_transaction_id, position),
  key ix_bank_match_record (entity_id, record_id)`,
);
