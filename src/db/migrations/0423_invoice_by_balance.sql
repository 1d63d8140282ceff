-- Invoices on which an amount is owed, as bills have it.
create index ix_invoice_balance on invoice (entity_id, balance_minor, issue_date, id);
