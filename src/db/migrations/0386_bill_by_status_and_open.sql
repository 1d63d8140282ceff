-- Bills of one status that are paid, or not, in the order of a list.
create index ix_bill_status_open on bill (entity_id, status, open, issue_date, id, paid_minor, balance_minor);
