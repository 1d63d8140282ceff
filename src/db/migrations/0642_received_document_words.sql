-- Lists find any part of the texts of received documents: those that changed lately, and those of a counterparty.
create index ix_received_document_updated on received_document (entity_id, updated_at, id);
create index ix_received_document_counterparty on received_document (entity_id, counterparty_id, id);
