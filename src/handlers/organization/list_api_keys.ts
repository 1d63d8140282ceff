import { describeApiKey } from '../../domain/parties/access/keys.ts';
import { KEY_ORDER, countKeys, readKeys } from '../../domain/parties/access/store.ts';
import { mapPage, readPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const list_api_keys = handler('list_api_keys', async (ctx, { status, limit, cursor }) => {
  requireOrganizationKey(ctx);
  const filters = { status };
  const page = await readPage(ctx, {
    tool: 'list_api_keys',
    tenant: ctx.organisation_id,
    filters,
    limit,
    cursor,
    order: KEY_ORDER,
    rows: (after, take) => readKeys(ctx, filters, after, take),
    count: (max) => countKeys(ctx, filters, max),
  });
  return mapPage(page, (key) => describeApiKey(key, ctx.key));
});
