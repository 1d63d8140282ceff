-- Since when a document waits in the queue of the sandbox for the company here that receives it; null where none does,
-- and once it was fetched.
alter table sandbox_access_point add column waits_since datetime(3);
create index ix_sandbox_access_point_waits on sandbox_access_point (waits_since, guid);
