-- Invoices that say themselves what is withheld of them, with all that a payment's share of it is computed from.
create index ix_invoice_withheld on invoice (entity_id, withheld_minor, total_minor, currency, id);
