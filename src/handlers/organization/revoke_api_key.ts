import { describeApiKey } from '../../domain/access/describe.ts';
import { endKey } from '../../domain/access/keys.ts';
import { findKey } from '../../domain/access/store.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const revoke_api_key = handler('revoke_api_key', async (ctx, { api_key_id }) => {
  requireOrganizationKey(ctx);
  const before = await findKey(ctx.db, api_key_id, ctx.now);
  if (before === undefined || before.organisation_id !== ctx.organisation_id)
    throw ctx.error('api_key_not_found', { path: 'api_key_id', received: api_key_id });
  if (before.revoked_at !== null) throw ctx.error('api_key_revoked', { path: 'api_key_id', api_key_id });
  const ended = await endKey(ctx, before);
  // A key that has leaked must be able to end itself.
  if (api_key_id === ctx.key.key_id) ctx.warn('calling_key_revoked', {});
  return describeApiKey(ended, ctx.key);
});
