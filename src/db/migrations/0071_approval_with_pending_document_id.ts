import { renameColumn } from './steps.ts';

export const approvalPendingDocument = renameColumn(
  '0071_approval_with_pending_document_id',
  'approval',
  'pending_invoice_id',
  'pending_document_id',
);
