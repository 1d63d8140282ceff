import { renameColumn } from './steps.ts';

export const filedDocumentOfDocument = renameColumn(
  '0073_filed_document_of_document',
  'filed_document',
  'invoice_id',
  'document_id',
);
