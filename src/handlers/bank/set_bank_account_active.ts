import { handler } from '../../handler.ts';

export const set_bank_account_active = handler('set_bank_account_active', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'set_bank_account_active' });
});
