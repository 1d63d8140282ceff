import { renameColumn } from './steps.ts';

export const outboxOfDocument = renameColumn(
  '0072_outbox_of_document',
  'outbox',
  'invoice_id',
  'document_id',
);
