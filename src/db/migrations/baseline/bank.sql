-- Statements of banks, and what their lines were matched with.

create table bank_statement (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  bank_account_id varchar(31) collate utf8mb4_bin not null,
  file_name varchar(255) collate utf8mb4_unicode_ci not null,
  file_hash varchar(64) collate utf8mb4_bin not null,
  format varchar(40) collate utf8mb4_bin not null,
  period_start date,
  period_end date,
  transaction_count int not null,
  duplicate_count int not null,
  opening_balance_minor bigint,
  closing_balance_minor bigint,
  imported_at datetime(3) not null,
  primary key (entity_id, id),
  key ix_bank_statement_imported (entity_id, imported_at, id),
  key ix_bank_statement_account (entity_id, bank_account_id, imported_at, id)
);

-- The column mapping that users confirmed at an import, per account and header row.
create table bank_statement_layout (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_account_id varchar(31) collate utf8mb4_bin not null,
  headings_hash varchar(64) collate utf8mb4_bin not null,
  column_map json not null,
  date_order varchar(3) collate utf8mb4_bin,
  decimal_sign varchar(5) collate utf8mb4_bin,
  updated_at datetime(3) not null,
  -- Which of two columns with the same heading a field means depends on the order in which the fields were said.
  field_order json,
  primary key (entity_id, bank_account_id, headings_hash)
);

create table bank_transaction (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  bank_account_id varchar(31) collate utf8mb4_bin not null,
  bank_statement_id varchar(31) collate utf8mb4_bin not null,
  statement_line int not null,
  date date not null,
  amount_minor bigint not null,
  transaction_type varchar(6) collate utf8mb4_bin not null,
  currency varchar(3) collate utf8mb4_bin not null,
  -- A transfer that pays dozens of invoices names them all.
  description varchar(1000) collate utf8mb4_unicode_ci not null,
  reference varchar(200) collate utf8mb4_unicode_ci,
  counterparty_hint varchar(300) collate utf8mb4_unicode_ci,
  balance_minor bigint,
  match_status varchar(10) collate utf8mb4_bin not null,
  fingerprint varchar(64) collate utf8mb4_bin not null,
  occurrence int not null,
  text_norm varchar(700) collate utf8mb4_bin not null,
  transfer_peer_id varchar(31) collate utf8mb4_bin,
  transfer_status varchar(10) collate utf8mb4_bin,
  matched_at datetime(3),
  version int not null default 1,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  -- The other party's IBAN, CLABE or account number, if the statement has it.
  party_account varchar(40) collate utf8mb4_bin,
  -- The other party's RFC or VAT id, if the statement has it.
  party_tax_id varchar(30) collate utf8mb4_bin,
  -- The booking that the transaction is a part of, if it is one.
  batch_id varchar(31) collate utf8mb4_bin,
  -- What the part is: a payment, or the bank's charge for the payments.
  batch_part varchar(7) collate utf8mb4_bin,
  primary key (entity_id, id),
  unique key uq_bank_transaction_fingerprint (entity_id, bank_account_id, fingerprint, occurrence),
  key ix_bank_transaction_date (entity_id, date, id),
  key ix_bank_transaction_account (entity_id, bank_account_id, date, id),
  key ix_bank_transaction_status (entity_id, match_status, date, id),
  key ix_bank_transaction_account_status (entity_id, bank_account_id, match_status, date, id, amount_minor, matched_at),
  key ix_bank_transaction_amount (entity_id, amount_minor, date, id),
  key ix_bank_transaction_text (entity_id, date, id, text_norm),
  key ix_bank_transaction_statement (entity_id, bank_statement_id, match_status)
);

-- Bookings of several payments, each of which is a bank transaction of its own.
create table bank_batch (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  bank_account_id varchar(31) collate utf8mb4_bin not null,
  bank_statement_id varchar(31) collate utf8mb4_bin not null,
  statement_line int not null,
  date date not null,
  amount_minor bigint not null,
  transaction_type varchar(6) collate utf8mb4_bin not null,
  currency varchar(3) collate utf8mb4_bin not null,
  description varchar(1000) collate utf8mb4_unicode_ci not null,
  reference varchar(200) collate utf8mb4_unicode_ci,
  balance_minor bigint,
  parts int not null,
  fingerprint varchar(64) collate utf8mb4_bin not null,
  occurrence int not null,
  created_at datetime(3) not null,
  primary key (entity_id, id),
  unique key uq_bank_batch_fingerprint (entity_id, bank_account_id, fingerprint, occurrence),
  key ix_bank_batch_account (entity_id, bank_account_id, date, id)
);

create table bank_match (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_transaction_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  record_type varchar(8) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  amount_minor bigint not null,
  payment_id varchar(31) collate utf8mb4_bin,
  payment_made tinyint not null,
  source varchar(8) collate utf8mb4_bin not null,
  confidence decimal(5, 4),
  run_id varchar(31) collate utf8mb4_bin,
  confirmed_by varchar(254) collate utf8mb4_bin,
  confirmed_at datetime(3) not null,
  difference_minor bigint not null default 0,
  evidence json,
  primary key (entity_id, bank_transaction_id, position),
  key ix_bank_match_record (entity_id, record_id)
);

create table bank_match_undo (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_transaction_id varchar(31) collate utf8mb4_bin not null,
  state json not null,
  primary key (entity_id, bank_transaction_id)
);

create table bank_suggestion (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_transaction_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  record_type varchar(8) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  amount_minor bigint not null,
  confidence decimal(5, 4) not null,
  reasons json not null,
  run_id varchar(31) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  difference_minor bigint not null default 0,
  evidence json,
  primary key (entity_id, bank_transaction_id, position),
  key ix_bank_suggestion_record (entity_id, record_id)
);

-- Pairs that a person has rejected: never suggested again.
create table bank_rejection (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_transaction_id varchar(31) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (entity_id, bank_transaction_id, record_id)
);

-- What confirmed lines taught: which counterparty an account or name stands for. Undoing a match deletes its rows.
create table bank_memory (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_transaction_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(8) collate utf8mb4_bin not null,
  value varchar(120) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  taught_by varchar(8) collate utf8mb4_bin not null default 'auto',
  primary key (entity_id, bank_transaction_id, kind),
  key ix_bank_memory_value (entity_id, kind, value, counterparty_id),
  -- Counts lessons without reading their rows.
  key ix_bank_memory_teacher (entity_id, kind, value, counterparty_id, taught_by)
);

-- `running_account_id` is the account while the run is active and null afterwards: its unique key allows one active
-- run per account.
create table matching_run (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  bank_account_id varchar(31) collate utf8mb4_bin not null,
  running_account_id varchar(31) collate utf8mb4_bin,
  status varchar(10) collate utf8mb4_bin not null,
  model_version varchar(60) collate utf8mb4_bin not null,
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  rest_hash varchar(64) collate utf8mb4_bin,
  processed int not null,
  auto_confirmed int not null,
  suggested int not null,
  unmatched int not null,
  results json not null,
  started_at datetime(3) not null,
  completed_at datetime(3),
  lease_fence int not null default 0,
  primary key (entity_id, id),
  unique key uq_matching_run_running (entity_id, running_account_id),
  key ix_matching_run_account (entity_id, bank_account_id, completed_at, id)
);
