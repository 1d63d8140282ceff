-- Open bills that nothing is paid of, in the order of a list, and those paid in part together, with what else is asked of them.
create index ix_bill_open_paid on bill (entity_id, open, paid_minor, issue_date, id, due_date, status, deductibility);
