-- Payments of which something is left that no document takes, with all that a sum of it asks.
create index ix_payment_credit on payment (entity_id, unallocated_minor, status, type, currency, counterparty_id);
