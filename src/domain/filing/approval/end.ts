// Ends a pending request without filing: it expired, its subject has changed, or a person refused it. The draft becomes
// editable again.
import { SERVICE } from '../../../../generated/service.ts';
import type { FilingError } from '../../../../generated/types.ts';
import type { Filable, FilingEvent } from '../../documents/shared/filable.ts';
import { filingError } from '../../documents/shared/filing.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { closeTask } from '../../documents/tasks/move.ts';
import { lockFilable } from '../filable.ts';
import { type Approval, decideApproval, type Decision, findApproval } from '../store/approvals.ts';
import { approvalOnDocument, isLapsed } from './describe.ts';

interface Ending extends Decision {
  readonly event: FilingEvent | 'expired' | 'withdrawn' | null;
  readonly error: FilingError | null;
}

const end = async (
  ctx: WriteScope,
  document: Filable,
  approval: Approval,
  { event, error, ...decision }: Ending,
): Promise<{ readonly document: Filable; readonly approval: Approval }> => {
  const decided = await decideApproval(ctx, approval, decision, ctx.now);
  const after = await document.write(ctx, {
    filing_status: error === null ? 'not_submitted' : 'failed',
    filing: { approval: approvalOnDocument(decided), last_error: error === null ? null : filingError(error) },
  });
  await closeTask(ctx, approval.task_id, decision.status === 'rejected' ? 'completed' : 'cancelled');
  if (event !== null) {
    ctx.record({
      ...(event === 'expired' || event === 'withdrawn'
        ? { event: `approval.${event}` as const, record_type: 'approval_request', record_id: approval.id }
        : {
            event: document.kind.event(event),
            record_type: document.kind.record_type,
            record_id: document.id,
          }),
      before: document.state(),
      after: { ...after.state(), approval_request_id: approval.id, reason: decision.reason },
    });
  }
  return { document: after, approval: decided };
};

export const rejectRequest = (
  ctx: WriteScope,
  document: Filable,
  approval: Approval,
  { by, reason }: { readonly by: string; readonly reason: string },
) =>
  end(ctx, document, approval, {
    status: 'rejected',
    decided_by: by,
    reason,
    event: 'rejected',
    error: {
      code: 'approval_rejected',
      message: `The approval was refused: ${reason}`,
      path: null,
      fix: 'Make a new draft as the person asks, or submit this one again once the reason is gone.',
      source: 'person',
    },
  });

/** The document no longer matches what was to be approved. */
export const cancelStale = (
  ctx: WriteScope,
  document: Filable,
  approval: Approval,
  changed: readonly string[],
) =>
  end(ctx, document, approval, {
    status: 'cancelled',
    decided_by: null,
    reason: staleReason(changed),
    event: null,
    error: null,
  });

/** Its draft is being corrected: what was to be approved is no more. */
export const withdrawRequest = (ctx: WriteScope, document: Filable, approval: Approval) =>
  end(ctx, document, approval, {
    status: 'cancelled',
    decided_by: null,
    reason: 'The draft was corrected after it was submitted.',
    event: null,
    error: null,
  });

/** Whoever asked for it wants it no more; the draft stays as it is. */
export const takeBackRequest = (ctx: WriteScope, document: Filable, approval: Approval) =>
  end(ctx, document, approval, {
    status: 'cancelled',
    decided_by: null,
    reason: SERVICE.tasks.withdrawn,
    event: 'withdrawn',
    error: null,
  });

const SHOWN = 5;

const staleReason = (changed: readonly string[]): string =>
  `Changed since it was submitted: ${changed.slice(0, SHOWN).join(', ')}${changed.length > SHOWN ? ', …' : ''}.`;

/** Ends the document's request if it has expired, and returns the document. Its lock must be held. */
export const expireIfLapsed = async (
  ctx: WriteScope,
  document: Filable,
  approval: Approval,
): Promise<{ readonly document: Filable; readonly approval: Approval }> => {
  if (!isLapsed(approval, ctx.now)) return { document, approval };
  return end(ctx, document, approval, {
    status: 'expired',
    decided_by: null,
    reason: null,
    event: 'expired',
    error: null,
  });
};

/** For the worker's sweep: true when the entry is finished. */
export const sweepApproval = async (
  ctx: WriteScope,
  documentId: string,
  approvalId: string,
): Promise<boolean> => {
  const document = await lockFilable(ctx, documentId);
  const approval = await findApproval(ctx, approvalId);
  if (document === undefined || approval?.status !== 'pending') return true;
  return (await expireIfLapsed(ctx, document, approval)).approval.status !== 'pending';
};
