-- Documents on their way to the authorities, and who let them go.

create table approval (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  document_id varchar(31) collate utf8mb4_bin not null,
  status varchar(12) collate utf8mb4_bin not null,
  pending_document_id varchar(31) collate utf8mb4_bin,
  snapshot_hash varchar(64) collate utf8mb4_bin not null,
  snapshot json not null,
  requested_by_type varchar(10) collate utf8mb4_bin not null,
  requested_by varchar(31) collate utf8mb4_bin not null,
  requested_at datetime(3) not null,
  expires_at datetime(3) not null,
  decided_by varchar(31) collate utf8mb4_bin,
  decided_at datetime(3),
  reason varchar(1000) collate utf8mb4_unicode_ci,
  task_id varchar(31) collate utf8mb4_bin not null,
  decided_method varchar(20) collate utf8mb4_bin,
  state_version int not null default 1,
  -- When a request of an earlier version, which showed less, got what is shown now; a person looks at it again.
  renewed_at datetime(3),
  primary key (entity_id, id),
  unique key uq_approval_pending (entity_id, pending_document_id),
  key ix_approval_invoice (entity_id, document_id, id),
  key ix_approval_status (entity_id, status, id)
);

-- Requests of agents that a person cancels a filed invoice.
create table cancellation_request (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  invoice_id varchar(31) collate utf8mb4_bin not null,
  status varchar(12) collate utf8mb4_bin not null,
  pending_invoice_id varchar(31) collate utf8mb4_bin,
  reason varchar(2) collate utf8mb4_bin not null,
  replacement_invoice_id varchar(31) collate utf8mb4_bin,
  note varchar(500) collate utf8mb4_unicode_ci,
  requested_by_type varchar(10) collate utf8mb4_bin not null,
  requested_by varchar(31) collate utf8mb4_bin not null,
  requested_at datetime(3) not null,
  expires_at datetime(3) not null,
  decided_by varchar(31) collate utf8mb4_bin,
  decided_at datetime(3),
  rejection varchar(500) collate utf8mb4_unicode_ci,
  state_version int not null default 1,
  primary key (entity_id, id),
  key ix_cancellation_request_invoice (entity_id, invoice_id, id),
  unique key uq_cancellation_request_pending (entity_id, pending_invoice_id),
  key ix_cancellation_request_status (entity_id, status, id)
);

-- One queue for all companies, so its primary key starts with its own id, and its index with the due time.
create table outbox (
  id varchar(31) collate utf8mb4_bin not null,
  entity_id varchar(31) collate utf8mb4_bin not null,
  document_id varchar(31) collate utf8mb4_bin not null,
  approval_id varchar(31) collate utf8mb4_bin,
  kind varchar(12) collate utf8mb4_bin not null,
  state varchar(12) collate utf8mb4_bin not null,
  open tinyint not null,
  open_key varchar(31) collate utf8mb4_bin,
  generation int not null,
  payload longblob,
  media_type varchar(80) collate utf8mb4_bin,
  profile varchar(80) collate utf8mb4_bin,
  sha256 varchar(64) collate utf8mb4_bin,
  seal text collate utf8mb4_bin,
  submission_key varchar(100) collate utf8mb4_bin,
  provider varchar(40) collate utf8mb4_bin,
  sandbox tinyint,
  route json,
  request json not null,
  built_at datetime(3),
  attempts int not null,
  next_attempt_at datetime(3) not null,
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  last_reason varchar(1000) collate utf8mb4_unicode_ci,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  -- Null in entries of earlier versions, where it is unknown.
  maybe_sent tinyint,
  lease_fence int not null default 0,
  -- The PDF of a document that is filed by e-mail, so that every attempt sends the same.
  print longblob,
  -- The company's; null in the entries of earlier versions. The queue is read without a look at any other table.
  country_code varchar(2) collate utf8mb4_bin,
  primary key (id),
  unique key uq_outbox_open (entity_id, kind, open_key),
  key ix_outbox_due (open, next_attempt_at, id),
  key ix_outbox_invoice (entity_id, document_id, id)
);

create table filed_document (
  entity_id varchar(31) collate utf8mb4_bin not null,
  document_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(8) collate utf8mb4_bin not null,
  media_type varchar(80) collate utf8mb4_bin not null,
  bytes longblob not null,
  sha256 varchar(64) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (entity_id, document_id, kind)
);

create table invoice_counter (
  entity_id varchar(31) collate utf8mb4_bin not null,
  series varchar(25) collate utf8mb4_bin not null,
  next_number bigint not null,
  version bigint not null,
  primary key (entity_id, series)
);

create table returned_number (
  entity_id varchar(31) collate utf8mb4_bin not null,
  series varchar(25) collate utf8mb4_bin not null,
  number bigint not null,
  primary key (entity_id, series, number)
);
