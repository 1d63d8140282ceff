-- The ledger, and what amounts are converted and held with.

create table exchange_rate (
  organisation_id varchar(31) collate utf8mb4_bin not null,
  base varchar(3) collate utf8mb4_bin not null,
  quote varchar(3) collate utf8mb4_bin not null,
  date date not null,
  source varchar(60) collate utf8mb4_bin not null,
  rate decimal(18, 8) not null,
  created_at datetime(3) not null,
  primary key (organisation_id, base, quote, date, source)
);

create table ledger_entry (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  date date not null,
  ledger varchar(2) collate utf8mb4_bin not null,
  entry_type varchar(24) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  currency varchar(3) collate utf8mb4_bin not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  document_id varchar(31) collate utf8mb4_bin,
  number varchar(70) collate utf8mb4_bin,
  description varchar(300) collate utf8mb4_unicode_ci,
  created_at datetime(3) not null,
  primary key (entity_id, id),
  key ix_ledger_entry_date (entity_id, date, id),
  key ix_ledger_entry_ledger (entity_id, ledger, date, id),
  key ix_ledger_entry_counterparty (entity_id, counterparty_id, date, id),
  key ix_ledger_entry_sums (entity_id, ledger, date, currency, debit_minor, credit_minor),
  key ix_ledger_entry_counterparty_sums (entity_id, counterparty_id, ledger, date, currency, debit_minor, credit_minor),
  key ix_ledger_entry_record (entity_id, record_id)
);

-- Sums of the entries of a month, in parts: a booking adds to the part of the slot that it holds, so none waits.
create table ledger_month (
  entity_id varchar(31) collate utf8mb4_bin not null,
  ledger varchar(2) collate utf8mb4_bin not null,
  month date not null,
  currency varchar(3) collate utf8mb4_bin not null,
  slot int not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  entry_count int not null,
  primary key (entity_id, ledger, month, currency, slot)
);

create table bank_account (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  name varchar(120) collate utf8mb4_unicode_ci not null,
  account_type varchar(10) collate utf8mb4_bin not null,
  account_number_masked varchar(4) collate utf8mb4_bin,
  currency varchar(3) collate utf8mb4_bin not null,
  active tinyint not null,
  clabe varchar(18) collate utf8mb4_bin,
  routing_number varchar(9) collate utf8mb4_bin,
  iban varchar(34) collate utf8mb4_bin,
  bic varchar(11) collate utf8mb4_bin,
  version int not null default 1,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  primary key (entity_id, id)
);
