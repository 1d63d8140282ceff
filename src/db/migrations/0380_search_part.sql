-- Lists find any part of a text: the words of bank lines and of counterparties, in the order of the list.
create table search_part (
  entity_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(5) collate utf8mb4_bin not null,
  part varchar(40) collate utf8mb4_bin not null,
  -- What the list is ordered by, as far as it is kept: the day of a line, the beginning of a name.
  sort varchar(24) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  primary key (entity_id, kind, part, sort, record_id)
);
-- Every second place of a word, three letters each, leads to the words that have them.
create table search_gram (
  entity_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(5) collate utf8mb4_bin not null,
  gram varchar(3) collate utf8mb4_bin not null,
  part varchar(40) collate utf8mb4_bin not null,
  primary key (entity_id, kind, gram, part)
);
-- What was stored and is not indexed yet.
create table search_part_pending (
  entity_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(5) collate utf8mb4_bin not null,
  record_id varchar(31) collate utf8mb4_bin not null,
  primary key (entity_id, kind, record_id)
);
-- How far the index of a company goes: by id until all is indexed, then by the moment of the last change.
create table search_part_state (
  entity_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(5) collate utf8mb4_bin not null,
  begun_at datetime(3) not null,
  cursor_id varchar(31) collate utf8mb4_bin not null default '',
  until_at datetime(3),
  lease_owner varchar(60) collate utf8mb4_bin,
  lease_until datetime(3),
  lease_fence int not null default 0,
  primary key (entity_id, kind)
);
