-- Debits or credits of one state in the order of a list.
create index ix_bank_transaction_status_type on bank_transaction (entity_id, match_status, transaction_type, date, id);
