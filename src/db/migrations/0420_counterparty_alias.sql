-- What bank lines may call a counterparty. `value_key` is the value as it is compared; of `pays_for`, payer and paid.
-- `lesson`: the kind of bank_memory from which it was learned, null when somebody taught it.
create table counterparty_alias (
  entity_id varchar(31) collate utf8mb4_bin not null,
  id varchar(31) collate utf8mb4_bin not null,
  counterparty_id varchar(31) collate utf8mb4_bin not null,
  kind varchar(12) collate utf8mb4_bin not null,
  value varchar(120) collate utf8mb4_unicode_ci not null,
  value_key varchar(120) collate utf8mb4_bin not null,
  lesson varchar(8) collate utf8mb4_bin,
  created_at datetime(3) not null,
  updated_at datetime(3) not null,
  primary key (entity_id, id),
  unique key uq_counterparty_alias_value (entity_id, kind, value_key),
  key ix_counterparty_alias_counterparty (entity_id, counterparty_id, id)
);
