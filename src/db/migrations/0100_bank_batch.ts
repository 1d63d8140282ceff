import { code, createTable, ID, INSTANT, MINOR, text } from './steps.ts';

/** Bookings of several payments, each of which is a bank transaction of its own. */
export const bankBatch = createTable(
  '0100_bank_batch',
  'bank_batch',
  `entity_id ${ID} not null,
  id ${ID} not null,
  bank_account_id ${ID} not null,
  bank_statement_id ${ID} not null,
  statement_line int not null,
  date date not null,
  amount_minor ${MINOR} not null,
  transaction_type ${code(6)} not null,
  currency ${code(3)} not null,
  description ${text(500)} not null,
  reference ${text(200)},
  balance_minor ${MINOR},
  parts int not null,
  fingerprint ${code(64)} not null,
  occurrence int not null,
  created_at ${INSTANT} not null,
  primary key (entity_id, id),
  unique key uq_bank_batch_fingerprint (entity_id, bank_account_id, fingerprint, occurrence),
  key ix_bank_batch_account (entity_id, bank_account_id, date, id)`,
);
