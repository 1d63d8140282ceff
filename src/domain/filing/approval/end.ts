// Ends a pending request without filing: it expired, its subject has changed, or a person refused it. The draft becomes
// editable again.
import type { EventType } from '../../../../generated/events.ts';
import type { FilingError } from '../../../../generated/types.ts';
import { filingError } from '../../invoices/filing.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { invoiceState } from '../../invoices/state.ts';
import { lockInvoice, writeFiling } from '../../invoices/write-filing.ts';
import type { WriteScope } from '../../change/scope.ts';
import { closeTask } from '../../tasks/move.ts';
import { type Approval, decideApproval, type Decision, findApproval } from '../store/approvals.ts';
import { approvalOnInvoice, isLapsed } from './describe.ts';

interface Ending extends Decision {
  readonly event: EventType | null;
  readonly error: FilingError | null;
}

const end = async (
  ctx: WriteScope,
  record: InvoiceRecord,
  approval: Approval,
  { event, error, ...decision }: Ending,
): Promise<{ readonly record: InvoiceRecord; readonly approval: Approval }> => {
  const decided = await decideApproval(ctx, approval, decision, ctx.now);
  const header = await writeFiling(ctx, record.header, {
    filing_status: error === null ? 'not_submitted' : 'failed',
    internal_status: 'compliance_draft',
    filing: { approval: approvalOnInvoice(decided), last_error: error === null ? null : filingError(error) },
  });
  await closeTask(ctx, approval.task_id, decision.status === 'rejected' ? 'completed' : 'cancelled');
  if (event !== null) {
    ctx.record({
      event,
      record_type: event === 'approval.expired' ? 'approval_request' : 'invoice',
      record_id: event === 'approval.expired' ? approval.id : header.id,
      before: invoiceState(record.header),
      after: { ...invoiceState(header), approval_request_id: approval.id, reason: decision.reason },
    });
  }
  return { record: { ...record, header }, approval: decided };
};

export const rejectRequest = (
  ctx: WriteScope,
  record: InvoiceRecord,
  approval: Approval,
  { by, reason }: { readonly by: string; readonly reason: string },
) =>
  end(ctx, record, approval, {
    status: 'rejected',
    decided_by: by,
    reason,
    event: 'invoice.rejected',
    error: {
      code: 'approval_rejected',
      message: `The approval was refused: ${reason}`,
      path: null,
      fix: 'Make a new draft as the person asks, or submit this one again once the reason is gone.',
      source: 'person',
    },
  });

/** The invoice no longer matches what was to be approved. */
export const cancelStale = (
  ctx: WriteScope,
  record: InvoiceRecord,
  approval: Approval,
  changed: readonly string[],
) =>
  end(ctx, record, approval, {
    status: 'cancelled',
    decided_by: null,
    reason: staleReason(changed),
    event: null,
    error: null,
  });

const SHOWN = 5;

const staleReason = (changed: readonly string[]): string =>
  `Changed since it was submitted: ${changed.slice(0, SHOWN).join(', ')}${changed.length > SHOWN ? ', …' : ''}.`;

/** Ends the invoice's request if it has expired, and returns the invoice. Its lock must be held. */
export const expireIfLapsed = async (
  ctx: WriteScope,
  record: InvoiceRecord,
  approval: Approval,
): Promise<{ readonly record: InvoiceRecord; readonly approval: Approval }> => {
  if (!isLapsed(approval, ctx.now)) return { record, approval };
  return end(ctx, record, approval, {
    status: 'expired',
    decided_by: null,
    reason: null,
    event: 'approval.expired',
    error: null,
  });
};

/** For the worker's sweep: true when the entry is finished. */
export const sweepApproval = async (
  ctx: WriteScope,
  invoiceId: string,
  approvalId: string,
): Promise<boolean> => {
  const record = await lockInvoice(ctx, invoiceId);
  const approval = await findApproval(ctx, approvalId);
  if (record === undefined || approval?.status !== 'pending') return true;
  return (await expireIfLapsed(ctx, record, approval)).approval.status !== 'pending';
};
