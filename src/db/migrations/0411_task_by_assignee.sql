-- Tasks of one member in the order of a list.
create index ix_task_assignee_status on task (entity_id, assignee_id, status, priority_rank, due_sort, id);
