import { addIndex } from './steps.ts';

/** Drafts of before a moment, however many newer ones there are. */
export const invoiceCreated = addIndex(
  '0123_invoice_by_created_at',
  'invoice',
  'ix_invoice_created',
  'entity_id, status, created_at, issue_date, id',
);
