import { describeRequest, NOT_ASKED } from '../../domain/filing/approval/describe.ts';
import { requestApproval } from '../../domain/filing/approval/request.ts';
import { handler } from '../handler.ts';

export const submit_invoice = handler('submit_invoice', async (ctx, params) => {
  const request = describeRequest(await requestApproval(ctx, params.invoice_id));
  return {
    ...request,
    ...(ctx.dry_run ? NOT_ASKED : {}),
    review_url: ctx.pageUrl(`/approvals/${request.approval_request_id}`),
  };
});
