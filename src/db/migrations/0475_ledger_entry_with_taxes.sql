-- What a reversal takes back, and what an entry without money takes off the taxes of its invoice.
alter table ledger_entry add column reverses varchar(24) collate utf8mb4_bin;
alter table ledger_entry add column taxes json;
-- What of the invoices was settled for which reason.
create index ix_payment_allocation_cause on payment_allocation (entity_id, difference_cause, payment_id);
