-- Which records have a file beside them.
create index ix_attachment_file on attachment (entity_id, file_id);
