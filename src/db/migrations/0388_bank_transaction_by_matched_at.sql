-- When a line of an account was matched last.
create index ix_bank_transaction_matched on bank_transaction (entity_id, bank_account_id, match_status, matched_at);
