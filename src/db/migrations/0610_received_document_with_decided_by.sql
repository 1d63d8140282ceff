-- Who booked it: an account that a document of a supplier names is known once a person has booked it.
alter table received_document add column decided_by varchar(10) collate utf8mb4_bin;
