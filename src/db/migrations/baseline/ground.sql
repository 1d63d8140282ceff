-- What every company stands on: organisations, entities, the record of changes, search, webhooks.

create table organisation (
  id varchar(31) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  created_at datetime(3) not null,
  separate_approver tinyint not null default 0,
  locks int not null default 0,
  primary key (id)
);

create table member (
  organisation_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  email varchar(254) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  role varchar(20) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  person_id varchar(31) collate utf8mb4_bin,
  removed_at datetime(3),
  -- Of who comes in by the company's issuer, which changes nothing of the person elsewhere.
  locale varchar(2) collate utf8mb4_bin,
  time_zone varchar(64) collate utf8mb4_bin,
  primary key (organisation_id, id),
  unique key uq_member_email (organisation_id, email),
  key ix_member_person (person_id)
);

create table entity (
  id varchar(31) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  country_code varchar(2) collate utf8mb4_bin not null,
  currency varchar(3) collate utf8mb4_bin not null,
  tax_id varchar(60) collate utf8mb4_bin,
  time_zone varchar(64) collate utf8mb4_bin not null,
  postal_code varchar(20) collate utf8mb4_bin,
  is_default tinyint not null,
  active tinyint not null,
  details json not null,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  closed_through date,
  locks int not null default 0,
  -- False for companies of earlier versions, which were never told that they need an entry in a register.
  registration_asked tinyint not null default 0,
  primary key (id),
  key ix_entity_organisation (organisation_id, active, is_default, name, id)
);

create table period_slot (
  entity_id varchar(31) collate utf8mb4_bin not null,
  slot int not null,
  closed_through date,
  version bigint not null,
  primary key (entity_id, slot)
);

create table audit (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  occurred_at datetime(3) not null,
  actor_type varchar(20) collate utf8mb4_bin not null,
  actor_id varchar(64) collate utf8mb4_bin not null,
  action varchar(64) collate utf8mb4_bin not null,
  arguments_hash varchar(64) collate utf8mb4_bin not null,
  record_type varchar(40) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  `before` json not null,
  `after` json not null,
  request_id varchar(64) collate utf8mb4_bin not null,
  session_id varchar(31) collate utf8mb4_bin,
  method varchar(20) collate utf8mb4_bin,
  primary key (entity_id, id),
  key ix_audit_record (entity_id, record_id, occurred_at),
  -- The check for a similar recent change, which every write without a key makes.
  key ix_audit_arguments (entity_id, action, arguments_hash, occurred_at),
  -- The trail, newest first, also of one actor.
  key ix_audit_time (entity_id, occurred_at, id, actor_id)
);

create table event (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  type varchar(64) collate utf8mb4_bin not null,
  record_type varchar(40) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  data json not null,
  occurred_at datetime(3) not null,
  primary key (entity_id, id),
  key ix_event_organisation (organisation_id, occurred_at, id)
);

-- The answer is stored as text: a JSON column may reorder and reformat its content.
create table idempotency (
  entity_id varchar(31) collate utf8mb4_bin not null,
  idempotency_key varchar(255) collate utf8mb4_bin not null,
  tool varchar(64) collate utf8mb4_bin not null,
  arguments_hash varchar(64) collate utf8mb4_bin not null,
  answer mediumtext collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (entity_id, idempotency_key),
  key ix_idempotency_created_at (created_at)
);

create table search_record (
  entity_id varchar(31) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  type varchar(40) collate utf8mb4_bin not null,
  label varchar(300) collate utf8mb4_unicode_ci not null,
  label_norm varchar(300) collate utf8mb4_bin not null,
  primary key (entity_id, record_id),
  key ix_search_record_label (entity_id, label_norm, record_id),
  -- Labels of one type by their beginning, however many of other types begin in the same way.
  key ix_search_record_type (entity_id, type, label_norm, record_id)
);

create table search_token (
  entity_id varchar(31) collate utf8mb4_bin not null,
  token varchar(24) collate utf8mb4_bin not null,
  type varchar(40) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  primary key (entity_id, token, type, record_id),
  -- Tells whether one record has a word: lists filtered by a common word check it for each row.
  key ix_search_token_record (entity_id, record_id, token)
);

create table search_identifier (
  entity_id varchar(31) collate utf8mb4_bin not null,
  identifier varchar(64) collate utf8mb4_bin not null,
  type varchar(40) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  primary key (entity_id, identifier, type, record_id),
  key ix_search_identifier_record (entity_id, record_id, identifier)
);

create table search_vocabulary (
  entity_id varchar(31) collate utf8mb4_bin not null,
  token varchar(24) collate utf8mb4_bin not null,
  primary key (entity_id, token)
);

create table search_trigram (
  entity_id varchar(31) collate utf8mb4_bin not null,
  trigram varchar(3) collate utf8mb4_bin not null,
  token varchar(24) collate utf8mb4_bin not null,
  primary key (entity_id, trigram, token)
);

-- Addresses of an organisation that receive its events. Their lease is that of who delivers to them.
create table webhook_endpoint (
  id varchar(31) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  entity_id varchar(31) collate utf8mb4_bin,
  url varchar(2000) collate utf8mb4_bin not null,
  description varchar(200) collate utf8mb4_unicode_ci,
  events json not null,
  status varchar(16) collate utf8mb4_bin not null,
  status_reason varchar(500) collate utf8mb4_unicode_ci,
  status_at datetime(3) not null,
  failing_since datetime(3),
  secret varchar(500) collate utf8mb4_bin not null,
  previous_secret varchar(500) collate utf8mb4_bin,
  previous_until datetime(3),
  created_by_type varchar(16) collate utf8mb4_bin not null,
  created_by varchar(31) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  visited_at datetime(3) not null,
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  lease_fence bigint not null,
  primary key (id),
  key ix_webhook_endpoint_organisation (organisation_id, status, id),
  key ix_webhook_endpoint_visited (status, visited_at)
);

-- An event on its way to one endpoint; `due_at` is null once no further attempt follows.
create table webhook_delivery (
  endpoint_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  tenant_id varchar(31) collate utf8mb4_bin not null,
  event_id varchar(31) collate utf8mb4_bin not null,
  type varchar(64) collate utf8mb4_bin not null,
  record_type varchar(40) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  sequence bigint not null,
  status varchar(16) collate utf8mb4_bin not null,
  attempts int not null,
  round int not null,
  due_at datetime(3),
  created_at datetime(3) not null,
  finished_at datetime(3),
  primary key (endpoint_id, id),
  key ix_webhook_delivery_due (endpoint_id, due_at, id)
);

-- What came of each attempt.
create table webhook_attempt (
  endpoint_id varchar(31) collate utf8mb4_bin not null,
  delivery_id varchar(31) collate utf8mb4_bin not null,
  number int not null,
  attempted_at datetime(3) not null,
  duration_ms int not null,
  http_status int,
  error varchar(500) collate utf8mb4_unicode_ci,
  excerpt varchar(500) collate utf8mb4_unicode_ci,
  primary key (endpoint_id, delivery_id, number)
);

-- How many events of a record the webhooks of its organisation were to get.
create table webhook_sequence (
  tenant_id varchar(31) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  last bigint not null,
  primary key (tenant_id, record_id)
);

-- One row: the id of the key that seals the secrets of this database, which every instance must have.
create table master_key (
  name varchar(40) collate utf8mb4_bin not null,
  key_id varchar(64) collate utf8mb4_bin not null,
  recorded_at datetime(3) not null,
  primary key (name)
);
