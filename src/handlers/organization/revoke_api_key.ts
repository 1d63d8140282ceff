import { describeApiKey, endKey } from '../../domain/parties/access/keys.ts';
import { findKey, lockKey } from '../../domain/parties/access/store.ts';
import { holdsAll } from '../../domain/parties/access/identity.ts';
import { isAskedForBy } from '../../domain/parties/key-requests/store.ts';
import { awaitPerson } from '../asking.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const revoke_api_key = handler('revoke_api_key', async (ctx, { api_key_id }) => {
  requireOrganizationKey(ctx);
  // Of several at once, one ends it.
  await lockKey(ctx.db, api_key_id);
  const before = await findKey(ctx.db, api_key_id, ctx.now);
  if (before === undefined || before.organisation_id !== ctx.organisation_id)
    throw ctx.error('api_key_not_found', { path: 'api_key_id', received: api_key_id });
  if (before.revoked_at !== null) throw ctx.error('api_key_revoked', { path: 'api_key_id', api_key_id });
  const { key } = ctx;
  // A key that has leaked must be able to end itself.
  const isSelf = api_key_id === key.key_id;
  if (!isSelf && !holdsAll(key, before.scopes) && !(await isAskedForBy(ctx.db, before, key))) {
    const wish = { tool: 'revoke_api_key', subject: api_key_id, arguments: {} } as const;
    const what = 'this key did not ask for it and lacks some of its scopes';
    return {
      ...describeApiKey(before, key),
      ...(await awaitPerson(ctx, wish, { path: 'api_key_id', what })),
    };
  }
  const ended = await endKey(ctx, before);
  if (isSelf) ctx.warn('calling_key_revoked', {});
  return describeApiKey(ended, key);
});
