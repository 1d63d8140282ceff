-- Debits or credits of one state in the order of a list, with their amounts.
create index ix_bank_transaction_states on bank_transaction (entity_id, match_status, transaction_type, date, id, amount_minor);
