-- What complements of suppliers say of our payments: one row for each document that a complement names. `bill_id` and
-- `payment_id`: what it was found to prove; `findings`: why it proves nothing, or what does not agree.
create table payment_proof (
  entity_id varchar(31) collate utf8mb4_bin not null,
  received_document_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  uuid varchar(64) collate utf8mb4_bin not null,
  bill_uuid varchar(64) collate utf8mb4_bin not null,
  bill_number varchar(120) collate utf8mb4_unicode_ci,
  paid_on date,
  payment_currency varchar(3) collate utf8mb4_bin not null,
  currency varchar(3) collate utf8mb4_bin not null,
  equivalence varchar(40) collate utf8mb4_bin,
  instalment varchar(10) collate utf8mb4_bin,
  before_amount varchar(40) collate utf8mb4_bin not null,
  paid_amount varchar(40) collate utf8mb4_bin not null,
  bill_id varchar(31) collate utf8mb4_bin,
  payment_id varchar(31) collate utf8mb4_bin,
  findings json not null,
  primary key (entity_id, received_document_id, position),
  unique key uq_payment_proof_uuid (entity_id, uuid, position),
  key ix_payment_proof_bill (entity_id, bill_uuid)
);
