// How a request for a cancellation ends, whoever ends it, and what the trail keeps of one.
import type { WriteScope } from '../../ground/change/scope.ts';
import {
  type CancellationDecision,
  type CancellationRequestRow,
  endCancellation,
  openCancellation,
} from '../store/cancellations.ts';

/** Ends a request whose invoice is locked. */
export const endRequest = async (
  ctx: WriteScope,
  before: CancellationRequestRow,
  decision: CancellationDecision,
): Promise<CancellationRequestRow> => {
  const after = await endCancellation(ctx, before, decision);
  ctx.record({
    event: `cancellation_request.${decision.status}`,
    record_type: 'cancellation_request',
    record_id: before.id,
    before: cancellationState(before),
    after: cancellationState(after),
  });
  return after;
};

/** The pending request of a locked invoice; one that nobody decided in time is ended first. */
export const waitingRequest = async (
  ctx: WriteScope,
  invoiceId: string,
): Promise<CancellationRequestRow | undefined> => {
  const open = await openCancellation(ctx, invoiceId);
  if (open?.status !== 'expired') return open;
  await endRequest(ctx, open, { status: 'expired', decided_by: null, rejection: null });
  return undefined;
};

export const cancellationState = (row: CancellationRequestRow): object => {
  const { id, invoice_id, status, reason, replacement_invoice_id, note, decided_by, rejection } = row;
  return {
    id,
    invoice_id,
    status,
    reason,
    replacement_invoice_id,
    note,
    requested_by: row.requested_by.id,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    rejection,
  };
};
