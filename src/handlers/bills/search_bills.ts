import { handler } from '../../handler.ts';

export const search_bills = handler('search_bills', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'search_bills' });
});
