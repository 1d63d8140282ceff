import { renameColumn } from './steps.ts';

export const outboxOfDocument = renameColumn(
  '0072_outbox_with_document_id',
  'outbox',
  'invoice_id',
  'document_id',
);
