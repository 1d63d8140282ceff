-- What a supplier's document says beside its sums: `total_minor` is what is owed of it, after prepaid amounts and rounding.
alter table bill add column withheld_minor bigint not null default 0, add column prepaid_minor bigint not null default 0, add column rounding_minor bigint not null default 0, add column delivery_date date, add column tax_point date, add column received_at datetime(3), add column source_document_id varchar(31) collate utf8mb4_bin, add column content json;
alter table bill_line add column content json;
create index ix_bill_source_document on bill (entity_id, source_document_id);
