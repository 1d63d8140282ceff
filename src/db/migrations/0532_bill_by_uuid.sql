-- The bill that a credit note names by its UUID.
create index ix_bill_uuid on bill (entity_id, uuid);
