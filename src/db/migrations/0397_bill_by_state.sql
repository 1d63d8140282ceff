-- Bills of one status and deductibility, open or not, in the order of a list.
create index ix_bill_state on bill (entity_id, status, open, deductibility, issue_date, id, due_date, paid_minor, balance_minor);
