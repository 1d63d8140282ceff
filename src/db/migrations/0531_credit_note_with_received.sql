-- What a credit note of a supplier says: its sums, its lines and terms, and the document that it was read from.
alter table credit_note add column subtotal_minor bigint, add column tax_minor bigint, add column withheld_minor bigint, add column received_at datetime(3), add column source_document_id varchar(31) collate utf8mb4_bin, add column received json;
create index ix_credit_note_source_document on credit_note (entity_id, source_document_id);
