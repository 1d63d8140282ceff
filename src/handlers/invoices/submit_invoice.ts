import { describeRequest } from '../../domain/approvals/describe.ts';
import { requestApproval } from '../../domain/approvals/request.ts';
import { handler } from '../../handler.ts';

export const submit_invoice = handler('submit_invoice', async (ctx, params) =>
  describeRequest(await requestApproval(ctx, params.invoice_id)),
);
