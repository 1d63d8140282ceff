import { findRequest } from '../../domain/parties/key-requests/store.ts';
import { handler } from '../handler.ts';
import { describeKeyRequest } from '../../domain/parties/key-requests/describe.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const get_api_key_request = handler('get_api_key_request', async (ctx, { request_id }) => {
  requireOrganizationKey(ctx);
  const found = await findRequest(ctx.db, ctx.organisation_id, request_id, ctx.now);
  if (found === undefined)
    throw ctx.error('key_request_not_found', { path: 'request_id', received: request_id });
  return describeKeyRequest(found, ctx.pageUrl);
});
