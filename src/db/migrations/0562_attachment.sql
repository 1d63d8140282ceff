-- Files beside records. `live_file_id` is the file while the attachment stands, then null: a record has each file once.
create table attachment (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  record_type varchar(24) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  file_id varchar(31) collate utf8mb4_bin not null,
  live_file_id varchar(31) collate utf8mb4_bin,
  file_name varchar(200) collate utf8mb4_unicode_ci not null,
  mime_type varchar(120) collate utf8mb4_bin not null,
  bytes bigint not null,
  sha256 char(64) collate utf8mb4_bin not null,
  role varchar(10) collate utf8mb4_bin not null,
  description varchar(300) collate utf8mb4_unicode_ci,
  reason varchar(500) collate utf8mb4_unicode_ci,
  created_at datetime(3) not null,
  removed_at datetime(3),
  primary key (entity_id, id),
  unique key uq_attachment_file (entity_id, record_id, live_file_id),
  key ix_attachment_record (entity_id, record_id, id)
);
