-- Files as they came, by their digest: one company keeps the same bytes once. A file whose digest is null is still being
-- written, or was broken off.
create table stored_file (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  sha256 char(64) collate utf8mb4_bin,
  bytes bigint not null,
  created_at datetime(3) not null,
  primary key (entity_id, id),
  unique key uq_stored_file_sha256 (entity_id, sha256),
  key ix_stored_file_broken (sha256, created_at)
);
create table stored_file_chunk (
  entity_id varchar(31) collate utf8mb4_bin not null,
  file_id varchar(31) collate utf8mb4_bin not null,
  position int not null,
  bytes mediumblob not null,
  primary key (entity_id, file_id, position)
);
