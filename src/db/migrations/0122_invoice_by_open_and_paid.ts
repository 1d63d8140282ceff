import { addIndex } from './steps.ts';

/** Unpaid invoices in the order of a list, and those paid in part together. */
export const invoiceOpenPaid = addIndex(
  '0122_invoice_by_open_and_paid',
  'invoice',
  'ix_invoice_open_paid',
  'entity_id, status, open, paid_minor, issue_date, id',
);
