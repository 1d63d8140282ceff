-- How many lines of an account and of a statement are in each state, and their amounts, in parts: who changes lines adds to
-- the part of a slot. Slot -1 holds what was counted once; without that
-- row the parts do not yet say all, and readers count the lines.
create table bank_line_sum (
  entity_id varchar(31) collate utf8mb4_bin not null,
  bank_account_id varchar(31) collate utf8mb4_bin not null,
  -- Empty in the rows of the account itself.
  statement varchar(31) collate utf8mb4_bin not null,
  slot int not null,
  unmatched_count int not null default 0,
  unmatched_minor bigint not null default 0,
  suggested_count int not null default 0,
  suggested_minor bigint not null default 0,
  confirmed_count int not null default 0,
  confirmed_minor bigint not null default 0,
  no_match_count int not null default 0,
  no_match_minor bigint not null default 0,
  version int not null default 1,
  primary key (entity_id, statement, bank_account_id, slot)
);
