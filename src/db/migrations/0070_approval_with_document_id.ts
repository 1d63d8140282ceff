import { renameColumn } from './steps.ts';

export const approvalOfDocument = renameColumn(
  '0070_approval_with_document_id',
  'approval',
  'invoice_id',
  'document_id',
);
