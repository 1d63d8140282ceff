-- What waits for a person until when, read without its rows.
create index ix_approval_expiry on approval (entity_id, status, expires_at, id);
