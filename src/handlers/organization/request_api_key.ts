import { requestKey } from '../../domain/parties/key-requests/request.ts';
import { handler } from '../handler.ts';
import { describeKeyRequest } from '../../domain/parties/key-requests/describe.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const request_api_key = handler('request_api_key', async (ctx, params) => {
  requireOrganizationKey(ctx);
  return describeKeyRequest(await requestKey(ctx, ctx.key, params), ctx.pageUrl);
});
