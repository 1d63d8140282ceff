-- The files of which one credit note was made.
create index ix_received_document_note on received_document (entity_id, bill_credit_note_id);
