-- Payments that came back: the transaction that took the money back, the one that had brought it and the bank's fee, and
-- what stood there before.
create table bank_return (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_transaction_id varchar(31) collate utf8mb4_bin not null,
  payment_id varchar(31) collate utf8mb4_bin not null,
  sent_transaction_id varchar(31) collate utf8mb4_bin,
  fee_transaction_id varchar(31) collate utf8mb4_bin,
  fee_minor bigint not null,
  unauthorised tinyint(1) not null,
  state json not null,
  created_at datetime(3) not null,
  primary key (entity_id, bank_transaction_id)
);
