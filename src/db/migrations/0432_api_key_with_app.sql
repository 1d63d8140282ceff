-- Of a connected app: for whom it acts, and which program it is.
alter table api_key add column person_id varchar(31) collate utf8mb4_bin, add column oauth_client_id varchar(255) collate utf8mb4_bin;
create index ix_api_key_person on api_key (person_id, organisation_id, id);
create index ix_api_key_oauth_client on api_key (oauth_client_id, id);
