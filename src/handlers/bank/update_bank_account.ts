import { handler } from '../../handler.ts';

export const update_bank_account = handler('update_bank_account', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'update_bank_account' });
});
