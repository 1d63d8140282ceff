-- Folders that are watched for files, by the id that stands in each: of the instances that see one, one watches it.
create table inbox_folder (
  id varchar(36) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  lease_fence int not null,
  primary key (id)
);
