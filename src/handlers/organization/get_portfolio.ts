import { pageOfEntities } from '../../domain/ground/entities/list.ts';
import { describeStanding, readPortfolio } from '../../domain/views/overview/overview.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const get_portfolio = handler('get_portfolio', async (ctx, { limit, cursor }) => {
  requireOrganizationKey(ctx);
  const page = await pageOfEntities(ctx, { bound: null, tool: 'get_portfolio', limit, cursor });
  const rows = await readPortfolio(ctx, page.data);
  return { ...page, data: rows.map(describeStanding) };
});
