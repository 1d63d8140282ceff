import { renameColumn } from './steps.ts';

export const approvalPendingDocument = renameColumn(
  '0071_approval_pending_document',
  'approval',
  'pending_invoice_id',
  'pending_document_id',
);
