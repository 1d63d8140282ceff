-- Which counterparties changed since their words were indexed.
create index ix_counterparty_updated on counterparty (entity_id, updated_at, id);
