import { handler } from '../../handler.ts';

export const get_bank_account = handler('get_bank_account', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'get_bank_account' });
});
