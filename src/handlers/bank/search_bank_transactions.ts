import { handler } from '../../handler.ts';

export const search_bank_transactions = handler('search_bank_transactions', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'search_bank_transactions' });
});
