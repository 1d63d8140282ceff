-- Files whose bytes a person deleted, with what stays of each: its digest, why it went, and by whom.
create table deleted_file (
  entity_id varchar(31) collate utf8mb4_bin not null,
  file_id varchar(31) collate utf8mb4_bin not null,
  sha256 char(64) collate utf8mb4_bin not null,
  bytes bigint not null,
  cause varchar(8) collate utf8mb4_bin not null,
  reason varchar(500) collate utf8mb4_unicode_ci not null,
  deleted_by varchar(31) collate utf8mb4_bin not null,
  deleted_at datetime(3) not null,
  primary key (entity_id, file_id)
);
