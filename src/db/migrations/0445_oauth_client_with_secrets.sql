-- Of programs that an administrator typed in: the end of the secret, the one before it and until when that is good, and who
-- typed it. `also_public`: a program that signs and says that it also comes without a signature.
alter table oauth_client add column also_public tinyint(1), add column hint varchar(4) collate utf8mb4_bin, add column previous_secret_hash varchar(64) collate utf8mb4_bin, add column previous_until datetime(3), add column created_by varchar(31) collate utf8mb4_bin;
