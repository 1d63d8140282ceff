// Whoever asked a person takes the request back. It is the only thing that a request can be told by its asker, and it decides
// nothing: everything stays as it was before. One that a person has decided stays decided, so nothing at an authority is undone.
import type { Act, Books } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { withdrawCancellation } from '../../filing/cancellation/decide.ts';
import { isLapsed } from '../../filing/approval/describe.ts';
import { takeBackRequest } from '../../filing/approval/end.ts';
import { lockFilable } from '../../filing/filable.ts';
import { findApproval } from '../../filing/store/approvals.ts';
import type { Identity } from '../../parties/access/identity.ts';
import { withdrawKeyRequest } from '../../parties/key-requests/decide.ts';
import { withdrawAsk } from '../asks/decide.ts';
import type { PersonRequest } from './find.ts';

/** Of nobody but the actor, whatever it is about; one that does not wait stays as it is. */
export const withdrawRequest = async (
  books: Pick<Books, 'change' | 'changeOrganisation'>,
  { organisation_id }: Pick<Identity, 'organisation_id'>,
  { id, tool, entity }: Pick<PersonRequest, 'id' | 'tool' | 'entity'>,
  act: Act,
): Promise<void> => {
  if (entity === undefined)
    await books.changeOrganisation(organisation_id, act, (ctx) =>
      tool === 'request_api_key' ? withdrawKeyRequest(ctx, id) : withdrawAsk(ctx, organisation_id, id),
    );
  else
    await books.change(entity, act, async (ctx: WriteScope) => {
      if (tool === 'submit_invoice' || tool === 'submit_credit_note') await withdrawApproval(ctx, id);
      else if (tool === 'request_cancellation') await withdrawCancellation(ctx, id);
      else await withdrawAsk(ctx, organisation_id, id);
    });
};

/** As with a correction of the draft, of nobody but who asked; what is decided meanwhile stays. */
const withdrawApproval = async (ctx: WriteScope, id: string): Promise<void> => {
  const seen = await findApproval(ctx, id);
  if (seen === undefined) return;
  const document = await lockFilable(ctx, seen.document_id);
  const approval = await findApproval(ctx, id);
  if (document === undefined || approval?.status !== 'pending' || isLapsed(approval, ctx.now)) return;
  const { type, id: asker } = approval.requested_by;
  if (type !== ctx.actor.type || asker !== ctx.actor.id) return;
  await takeBackRequest(ctx, document, approval);
};
