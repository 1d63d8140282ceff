-- Tasks about one kind of record in the order of a list.
create index ix_task_type_status on task (entity_id, taskable_type, status, priority_rank, due_sort, id);
