-- What the stand-ins for authorities and access points remember.

create table sandbox_secret (
  name varchar(40) collate utf8mb4_bin not null,
  value mediumtext collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (name)
);

-- The unique keys prevent a second stamp for the same seal when several instances stamp at once.
create table sandbox_stamp (
  seal_hash varchar(64) collate utf8mb4_bin not null,
  uuid varchar(36) collate utf8mb4_bin not null,
  custom_id varchar(100) collate utf8mb4_bin,
  issuer varchar(13) collate utf8mb4_bin not null,
  receiver varchar(13) collate utf8mb4_bin not null,
  total varchar(30) collate utf8mb4_bin not null,
  stamp text collate utf8mb4_bin not null,
  document mediumtext collate utf8mb4_bin not null,
  stamped_at datetime(3) not null,
  needs_acceptance tinyint not null,
  cancellation varchar(10) collate utf8mb4_bin,
  cancelled_at datetime(3),
  primary key (seal_hash),
  unique key uq_sandbox_stamp_uuid (uuid),
  unique key uq_sandbox_stamp_custom_id (custom_id)
);

-- GUIDs are text in both columns; participant ids come from outside and may have any form.
create table sandbox_access_point (
  idempotency_guid varchar(36) collate utf8mb4_bin not null,
  guid varchar(36) collate utf8mb4_bin not null,
  legal_entity_id bigint not null,
  receiver varchar(100) collate utf8mb4_unicode_ci not null,
  status smallint not null,
  reply mediumtext not null,
  delivered tinyint not null,
  document mediumblob not null,
  sha256 varchar(64) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (idempotency_guid),
  unique key sandbox_access_point_guid (guid),
  key sandbox_access_point_receiver (receiver, created_at)
);
