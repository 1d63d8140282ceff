-- When each company is next looked up on the list of article 69-B, and what it was told of the list itself: `missing`, or the
-- day to which an outdated one goes.
create table efos_check (
  entity_id varchar(31) collate utf8mb4_bin not null,
  next_at datetime(3) not null,
  told varchar(10) collate utf8mb4_bin,
  primary key (entity_id),
  key ix_efos_check_next_at (next_at)
);
-- Suppliers of a company that are on the list, with the task that asks somebody to act.
create table efos_standing (
  entity_id varchar(31) collate utf8mb4_bin not null,
  rfc varchar(60) collate utf8mb4_bin not null,
  situation varchar(30) collate utf8mb4_bin not null,
  task_id varchar(31) collate utf8mb4_bin,
  primary key (entity_id, rfc)
);
-- Their bills. `deductibility`: what the bill returns to once its supplier is off the list. `proven`: a person said that the
-- operation was real, and that the SAT took the proof.
create table efos_bill (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bill_id varchar(31) collate utf8mb4_bin not null,
  rfc varchar(60) collate utf8mb4_bin not null,
  situation varchar(30) collate utf8mb4_bin not null,
  deductibility varchar(24) collate utf8mb4_bin,
  proven tinyint(1) not null,
  primary key (entity_id, bill_id),
  key ix_efos_bill_rfc (entity_id, rfc, bill_id)
);
-- The day on which a definitive standing was published, from which the term of CFF 69-B runs.
alter table efos_row add column published_on date;
create index ix_received_document_tax_id on received_document (entity_id, supplier_tax_id, id);
