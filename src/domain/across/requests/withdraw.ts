// Whoever asked a person takes the request back. It is the only thing that a request can be told by its asker, and it decides
// nothing: the draft stays as it was before it was submitted.
import type { WriteScope } from '../../ground/change/scope.ts';
import { isLapsed } from '../../filing/approval/describe.ts';
import { takeBackRequest } from '../../filing/approval/end.ts';
import { lockFilable } from '../../filing/filable.ts';
import { findApproval } from '../../filing/store/approvals.ts';

/** As with a correction of the draft, of nobody but who asked; what is decided meanwhile stays. */
export const withdrawApproval = async (ctx: WriteScope, id: string): Promise<void> => {
  const seen = await findApproval(ctx, id);
  if (seen === undefined) return;
  const document = await lockFilable(ctx, seen.document_id);
  const approval = await findApproval(ctx, id);
  if (document === undefined || approval?.status !== 'pending' || isLapsed(approval, ctx.now)) return;
  const { type, id: asker } = approval.requested_by;
  if (type !== ctx.actor.type || asker !== ctx.actor.id) return;
  await takeBackRequest(ctx, document, approval);
};
