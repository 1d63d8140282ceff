-- Whoever keeps a file once more and whoever deletes it wait for each other.
alter table stored_file add column locks int not null default 0;
