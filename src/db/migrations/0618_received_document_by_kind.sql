-- The inbox by the kind of what came, and by kind and state.
create index ix_received_document_kind on received_document (entity_id, kind, received_at, id);
create index ix_received_document_status_kind on received_document (entity_id, status, kind, received_at, id);
