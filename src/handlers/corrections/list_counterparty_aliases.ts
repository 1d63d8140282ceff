import { describeAliases } from '../../domain/bank/aliases/describe.ts';
import { listAliases } from '../../domain/bank/aliases/list.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_counterparty_aliases = handler('list_counterparty_aliases', async (ctx, params) => {
  const page = await listAliases(ctx, params);
  return mapPage(page, await describeAliases(ctx, page.data));
});
