-- The same of one account.
create index ix_bank_transaction_account_states on bank_transaction (entity_id, bank_account_id, match_status, transaction_type, date, id, amount_minor);
