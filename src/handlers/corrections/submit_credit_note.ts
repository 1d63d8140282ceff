import { describeRequest } from '../../domain/filing/approval/describe.ts';
import { askApproval } from '../../domain/filing/approval/request.ts';
import { lockFilable } from '../../domain/filing/filable.ts';
import { handler } from '../handler.ts';

export const submit_credit_note = handler('submit_credit_note', async (ctx, { credit_note_id }) => {
  const path = 'credit_note_id';
  const note = await lockFilable(ctx, credit_note_id);
  if (note === undefined) throw ctx.error('credit_note_not_found', { path, received: credit_note_id });
  const { invoice_id: _document, ...request } = describeRequest(
    await askApproval(ctx, note, path),
    'get_credit_note',
  );
  return { ...request, credit_note_id, review_url: ctx.pageUrl(`/approvals/${request.approval_request_id}`) };
});
