-- Programs that ask persons for access. `id` is the address of the document that describes it, or made here.
-- `consented_at`: when a person was first asked; who never got that far may be forgotten.
create table oauth_client (
  id varchar(255) collate utf8mb4_bin not null,
  kind varchar(10) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin,
  name varchar(200) collate utf8mb4_unicode_ci not null,
  redirect_uris json not null,
  auth_method varchar(24) collate utf8mb4_bin not null,
  secret_hash varchar(64) collate utf8mb4_bin,
  jwks_uri varchar(500) collate utf8mb4_bin,
  jwks json,
  jwks_expires_at datetime(3),
  document_expires_at datetime(3),
  consented_at datetime(3),
  last_used_at datetime(3),
  revoked_at datetime(3),
  created_at datetime(3) not null,
  primary key (id),
  key ix_oauth_client_organisation (organisation_id, id),
  key ix_oauth_client_unused (kind, consented_at, created_at)
);
-- Assertions by which clients showed who they are, each used once.
create table oauth_assertion (
  oauth_client_id varchar(255) collate utf8mb4_bin not null,
  jti_hash varchar(64) collate utf8mb4_bin not null,
  expires_at datetime(3) not null,
  primary key (oauth_client_id, jti_hash),
  key ix_oauth_assertion_end (expires_at)
);
