-- Filings that were refused or have no known outcome, however many other invoices there are.
create index ix_invoice_filing_status on invoice (entity_id, filing_status, status);
