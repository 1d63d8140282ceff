-- Lines of one account, direction and state by their amounts.
create index ix_bank_transaction_account_amount on bank_transaction (entity_id, bank_account_id, transaction_type, match_status, amount_minor, date, id);
