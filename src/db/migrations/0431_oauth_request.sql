-- What a program asks for, until a person has answered. The first session that opens it keeps it.
create table oauth_request (
  id_hash varchar(64) collate utf8mb4_bin not null,
  oauth_client_id varchar(255) collate utf8mb4_bin not null,
  issuer varchar(255) collate utf8mb4_bin not null,
  redirect_uri varchar(2000) collate utf8mb4_bin not null,
  state varchar(2000) collate utf8mb4_bin,
  code_challenge varchar(43) collate utf8mb4_bin not null,
  scopes json not null,
  person_session_id varchar(31) collate utf8mb4_bin,
  expires_at datetime(3) not null,
  created_at datetime(3) not null,
  primary key (id_hash),
  key ix_oauth_request_end (expires_at)
);
-- What a program gets for a consent and exchanges once; kept for a while after, so that a second use is seen.
create table oauth_code (
  code_hash varchar(64) collate utf8mb4_bin not null,
  organisation_id varchar(31) collate utf8mb4_bin not null,
  api_key_id varchar(31) collate utf8mb4_bin not null,
  oauth_client_id varchar(255) collate utf8mb4_bin not null,
  redirect_uri varchar(2000) collate utf8mb4_bin not null,
  code_challenge varchar(43) collate utf8mb4_bin not null,
  expires_at datetime(3) not null,
  used_at datetime(3),
  created_at datetime(3) not null,
  primary key (code_hash),
  key ix_oauth_code_end (expires_at),
  key ix_oauth_code_key (api_key_id)
);
-- Opaque; what they open stands in the key. `used_at`: when a refresh token was first exchanged for the next.
create table oauth_token (
  token_hash varchar(64) collate utf8mb4_bin not null,
  kind varchar(7) collate utf8mb4_bin not null,
  api_key_id varchar(31) collate utf8mb4_bin not null,
  expires_at datetime(3) not null,
  used_at datetime(3),
  created_at datetime(3) not null,
  primary key (token_hash),
  key ix_oauth_token_key (api_key_id, kind, expires_at),
  key ix_oauth_token_end (expires_at)
);
