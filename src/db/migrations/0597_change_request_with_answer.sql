-- What the tool answers that asked, once a person approved: without a secret, since no tool that shows one asks.
alter table change_request add column answer mediumtext collate utf8mb4_bin;
