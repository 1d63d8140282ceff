-- The complement by which the supplier proves that a bill was paid, and the task to ask for it while it is missing.
alter table payment_allocation add column complement_uuid varchar(64) collate utf8mb4_bin, add column complement_task_id varchar(31) collate utf8mb4_bin;
