import { renameColumn } from './steps.ts';

export const approvalOfDocument = renameColumn(
  '0070_approval_of_document',
  'approval',
  'invoice_id',
  'document_id',
);
