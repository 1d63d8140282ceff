-- The log of an organisation's changes, of which nothing can be taken away unseen.

-- Entries of the trail (audit rows and states of records) that the log of the organisation has not taken yet.
create table trail_pending (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  primary key (entity_id, id)
);

-- What a record was after a transaction; without a digest: the record was deleted.
create table trail_state (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  kind varchar(32) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  version int not null,
  digest varchar(64) collate utf8mb4_bin,
  occurred_at datetime(3) not null,
  -- Records that a transaction wrote, and what they were when the log took it: several in one entry.
  records json,
  primary key (entity_id, id),
  key ix_trail_state_record (entity_id, record_id, version)
);

-- The log of an organisation, of which a Merkle tree is built: its size, root, and what appending needs of it.
create table trail_log (
  organisation_id varchar(31) collate utf8mb4_bin not null,
  size bigint not null,
  frontier json not null,
  root varchar(64) collate utf8mb4_bin not null,
  adopted_at datetime(3),
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  lease_fence bigint not null,
  signed_size bigint not null default 0,
  kept_size bigint not null default 0,
  -- When the log took what it covers after the fact and what is older than that.
  covered_at datetime(3),
  primary key (organisation_id)
);

-- Which entry of the trail stands where in the log, and the hash of its leaf.
create table trail_leaf (
  organisation_id varchar(31) collate utf8mb4_bin not null,
  position bigint not null,
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  hash varchar(64) collate utf8mb4_bin not null,
  primary key (organisation_id, position),
  unique key uq_trail_leaf_entry (organisation_id, entity_id, id)
);

-- Signed statements of what the log was at some size.
create table trail_checkpoint (
  organisation_id varchar(31) collate utf8mb4_bin not null,
  size bigint not null,
  note text collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (organisation_id, size)
);
