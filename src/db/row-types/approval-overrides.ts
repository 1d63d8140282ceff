// Column types of what persons are asked for about documents.
import { ACTOR, METHOD, PLAIN_ID, type TableOverride } from './override.ts';

export const APPROVAL_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  approval: {
    columns: {
      id: 'ApprovalRequestId',
      document_id: PLAIN_ID,
      status: 'ApprovalStatus',
      pending_document_id: {
        type: PLAIN_ID,
        note: 'The document while the request is pending, then null: a document has one pending request at most.',
      },
      snapshot: { note: 'What the person is asked to approve, to be read by that person.' },
      requested_by_type: ACTOR,
      decided_method: METHOD,
    },
  },
  cancellation_request: {
    columns: {
      status: 'RequestStatus',
      reason: 'CancellationReason',
      pending_invoice_id: {
        type: 'InvoiceId',
        note: 'The invoice while the request is pending, then null: an invoice has one pending request at most.',
      },
      replacement_invoice_id: { type: 'InvoiceId', note: 'With reason 01 alone.' },
      requested_by_type: ACTOR,
      requested_by: PLAIN_ID,
      decided_by: { type: 'MemberId' },
      rejection: { note: 'Why a person refused.' },
    },
  },
};
