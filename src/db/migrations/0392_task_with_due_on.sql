-- The day on which a task is due, as it was given: what is due in a company by day.
alter table task add column due_on varchar(10) collate utf8mb4_bin generated always as (left(due_at, 10)) stored;
create index ix_task_due on task (entity_id, open, due_on, id);
-- What waits for a person until when, read without its rows.
create index ix_approval_expiry on approval (entity_id, status, expires_at, id);
