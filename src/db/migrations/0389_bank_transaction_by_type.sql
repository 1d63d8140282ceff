-- The debits or credits of an account in the order of a list.
create index ix_bank_transaction_type on bank_transaction (entity_id, bank_account_id, transaction_type, date, id);
