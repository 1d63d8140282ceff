// A request for a cancellation as agents read it.
import type { RequestStatus, CancellationRequest } from '../../../../generated/types.ts';
import { type Filed, storedFiling } from '../../documents/shared/filing.ts';
import type { CancellationRequestRow } from '../store/cancellations.ts';

const NEXT: Readonly<Record<RequestStatus, string>> = {
  pending:
    'A person decides outside these tools; the invoice counts until then. Call get_cancellation_request later.',
  approved:
    'The authority is asked. Call get_invoice: filing.cancellation says requested, awaiting_buyer, rejected or cancelled.',
  rejected: 'A person refused; the invoice counts as before. Read rejection before you ask again.',
  expired: 'Nobody decided in time; the invoice counts as before. Ask again if it is still to be cancelled.',
};

/** Who asked and who decided is for people; an agent is told what and why. */
export const describeCancellation = (
  row: CancellationRequestRow,
  invoice: Filed | undefined,
): Omit<CancellationRequest, 'review_url'> => {
  const { id, invoice_id, status, reason, replacement_invoice_id, note, rejection } = row;
  return {
    object: 'cancellation_request',
    id,
    status,
    invoice_id,
    reason,
    replacement_invoice_id,
    note,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    rejection,
    cancellation: invoice === undefined ? null : (storedFiling(invoice).cancellation ?? null),
    next: NEXT[status],
  };
};
