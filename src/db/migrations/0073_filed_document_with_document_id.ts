import { renameColumn } from './steps.ts';

export const filedDocumentOfDocument = renameColumn(
  '0073_filed_document_with_document_id',
  'filed_document',
  'invoice_id',
  'document_id',
);
