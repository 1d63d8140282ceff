-- Who works with the books, with which keys, and whom the companies deal with.

create table person (
  id varchar(31) collate utf8mb4_bin not null,
  email varchar(254) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  locale varchar(2) collate utf8mb4_bin,
  time_zone varchar(64) collate utf8mb4_bin,
  password_hash varchar(200) collate utf8mb4_bin,
  totp_secret varchar(255) collate utf8mb4_bin,
  totp_last_step bigint not null,
  created_at datetime(3) not null,
  locks int not null default 0,
  email_proven_at datetime(3),
  primary key (id),
  unique key uq_person_email (email)
);

-- A credential id has up to 1023 bytes, more than an index takes; its hash is the key.
create table passkey (
  credential_hash varchar(64) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  person_id varchar(31) collate utf8mb4_bin not null,
  credential_id varchar(1400) collate utf8mb4_bin not null,
  public_key varchar(2000) collate utf8mb4_bin not null,
  counter bigint not null,
  backed_up tinyint not null,
  transports varchar(100) collate utf8mb4_bin not null,
  name varchar(100) collate utf8mb4_unicode_ci not null,
  created_at datetime(3) not null,
  last_used_at datetime(3),
  primary key (credential_hash),
  key ix_passkey_person (person_id, created_at)
);

create table person_session (
  secret_hash varchar(64) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  person_id varchar(31) collate utf8mb4_bin not null,
  method varchar(20) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  seen_at datetime(3) not null,
  strong_at datetime(3),
  address varchar(64) collate utf8mb4_bin not null,
  user_agent varchar(200) collate utf8mb4_unicode_ci not null,
  primary key (secret_hash),
  key ix_person_session_person (person_id, created_at)
);

create table sign_in_challenge (
  secret_hash varchar(64) collate utf8mb4_bin not null,
  challenge varchar(64) collate utf8mb4_bin not null,
  expires_at datetime(3) not null,
  primary key (secret_hash, challenge),
  key ix_sign_in_challenge_end (expires_at)
);

create table one_time_link (
  token_hash varchar(64) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  kind varchar(20) collate utf8mb4_bin not null,
  person_id varchar(31) collate utf8mb4_bin not null,
  email varchar(254) collate utf8mb4_bin,
  organisation_id varchar(31) collate utf8mb4_bin,
  expires_at datetime(3) not null,
  used_at datetime(3),
  created_at datetime(3) not null,
  -- How it reached its person; null in those of earlier versions.
  way varchar(10) collate utf8mb4_bin,
  primary key (token_hash),
  key ix_one_time_link_email (email, kind)
);

create table sign_in_miss (
  subject_hash varchar(64) collate utf8mb4_bin not null,
  misses int not null,
  last_at datetime(3) not null,
  blocked_until datetime(3),
  primary key (subject_hash),
  key ix_sign_in_miss_last (last_at)
);

create table recovery_code (
  person_id varchar(31) collate utf8mb4_bin not null,
  code_hash varchar(64) collate utf8mb4_bin not null,
  used_at datetime(3),
  primary key (person_id, code_hash)
);

-- Where the people of an organisation sign in with their company's own accounts.
create table company_sign_in (
  organisation_id varchar(31) collate utf8mb4_bin not null,
  issuer varchar(500) collate utf8mb4_unicode_ci not null,
  client_id varchar(300) collate utf8mb4_unicode_ci not null,
  client_secret varchar(1000) collate utf8mb4_bin not null,
  created_at datetime(3) not null,
  primary key (organisation_id)
);

create table company_sign_in_request (
  secret_hash varchar(64) collate utf8mb4_bin not null,
  state varchar(64) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  nonce varchar(64) collate utf8mb4_bin not null,
  code_verifier varchar(64) collate utf8mb4_bin not null,
  expires_at datetime(3) not null,
  primary key (secret_hash, state),
  key ix_company_sign_in_request_end (expires_at)
);

create table api_key (
  id varchar(31) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  entity_id varchar(31) collate utf8mb4_bin,
  type varchar(20) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  secret_hash varchar(64) collate utf8mb4_bin not null,
  hint varchar(8) collate utf8mb4_bin not null,
  scopes json not null,
  expires_at datetime(3),
  revoked_at datetime(3),
  last_used_at datetime(3),
  created_at datetime(3) not null,
  created_by varchar(31) collate utf8mb4_bin,
  previous_secret_hash varchar(64) collate utf8mb4_bin,
  previous_until datetime(3),
  -- Null for a key with the common tools alone.
  toolsets json,
  primary key (id),
  unique key uq_api_key_secret_hash (secret_hash),
  key ix_api_key_organisation (organisation_id, created_at, id),
  key ix_api_key_previous_secret (previous_secret_hash)
);

-- Requests of a key for another key, which a person decides.
create table api_key_request (
  id varchar(31) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  requested_by varchar(31) collate utf8mb4_bin not null,
  name varchar(100) collate utf8mb4_unicode_ci not null,
  reason varchar(500) collate utf8mb4_unicode_ci not null,
  entity_id varchar(31) collate utf8mb4_bin,
  scopes json not null,
  toolsets json not null,
  key_expires_at datetime(3) not null,
  status varchar(16) collate utf8mb4_bin not null,
  requested_at datetime(3) not null,
  expires_at datetime(3) not null,
  decided_by varchar(31) collate utf8mb4_bin,
  decided_at datetime(3),
  rejection varchar(500) collate utf8mb4_unicode_ci,
  api_key_id varchar(31) collate utf8mb4_bin,
  primary key (id),
  key ix_api_key_request_status (organisation_id, status, id)
);

-- What a key asked to end or change that others made; a person decides.
create table change_request (
  id varchar(31) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  entity_id varchar(31) collate utf8mb4_bin,
  tool varchar(40) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  arguments json not null,
  open_key varchar(64) collate utf8mb4_bin,
  requested_by varchar(31) collate utf8mb4_bin not null,
  status varchar(16) collate utf8mb4_bin not null,
  requested_at datetime(3) not null,
  expires_at datetime(3) not null,
  decided_by varchar(31) collate utf8mb4_bin,
  decided_at datetime(3),
  rejection varchar(500) collate utf8mb4_unicode_ci,
  primary key (id),
  unique key uq_change_request_open (organisation_id, open_key),
  key ix_change_request_status (organisation_id, status, id)
);

create table certificate (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  serial varchar(20) collate utf8mb4_bin not null,
  rfc varchar(13) collate utf8mb4_bin not null,
  holder varchar(300) collate utf8mb4_unicode_ci not null,
  certificate text collate utf8mb4_bin not null,
  private_key text collate utf8mb4_bin not null,
  valid_from datetime(3) not null,
  valid_to datetime(3) not null,
  sandbox tinyint not null,
  created_at datetime(3) not null,
  primary key (entity_id, id),
  unique key uq_certificate_serial (entity_id, serial)
);

create table counterparty (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  name_norm varchar(300) collate utf8mb4_bin not null,
  country_code varchar(2) collate utf8mb4_bin not null,
  tax_id varchar(60) collate utf8mb4_bin,
  tax_id_unique varchar(60) collate utf8mb4_bin,
  email varchar(254) collate utf8mb4_bin,
  postal_code varchar(20) collate utf8mb4_bin,
  is_customer tinyint not null,
  is_supplier tinyint not null,
  details json not null,
  external_id varchar(100) collate utf8mb4_bin,
  version int not null default 1,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  primary key (entity_id, id),
  unique key uq_counterparty_tax_id (entity_id, tax_id_unique),
  unique key uq_counterparty_external_id (entity_id, external_id),
  key ix_counterparty_name (entity_id, name_norm, id, is_customer, is_supplier, tax_id),
  key ix_counterparty_tax_id (entity_id, tax_id)
);

-- Counterparties that turned out to be another one: their ids stand for the survivor from then on.
create table merged_counterparty (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  survivor_id varchar(31) collate utf8mb4_bin not null,
  name varchar(300) collate utf8mb4_unicode_ci not null,
  tax_id varchar(60) collate utf8mb4_bin,
  external_id varchar(100) collate utf8mb4_bin,
  merged_at datetime(3) not null,
  primary key (entity_id, id),
  key ix_merged_counterparty_survivor (entity_id, survivor_id),
  key ix_merged_counterparty_external_id (entity_id, external_id)
);

create table reference_record (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  type varchar(40) collate utf8mb4_bin not null,
  label varchar(300) collate utf8mb4_unicode_ci not null,
  sublabel varchar(300) collate utf8mb4_unicode_ci,
  status varchar(40) collate utf8mb4_bin,
  amount_minor bigint,
  currency varchar(3) collate utf8mb4_bin,
  date date,
  counterparty_id varchar(31) collate utf8mb4_bin,
  fields json not null,
  external_id varchar(100) collate utf8mb4_bin,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  primary key (entity_id, id),
  unique key uq_reference_record_external_id (entity_id, type, external_id),
  key ix_reference_record_type (entity_id, type, date, id)
);
