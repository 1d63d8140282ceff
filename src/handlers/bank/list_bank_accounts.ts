import { handler } from '../../handler.ts';

export const list_bank_accounts = handler('list_bank_accounts', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'list_bank_accounts' });
});
