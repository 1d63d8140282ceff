-- Calls of a connected app, a day (UTC).
create table app_calls (
  api_key_id varchar(31) collate utf8mb4_bin not null,
  day date not null,
  calls bigint not null,
  primary key (api_key_id, day),
  key ix_app_calls_day (day)
);
-- Keys and apps that stand, the newest first.
create index ix_api_key_standing on api_key (organisation_id, revoked_at, id);
