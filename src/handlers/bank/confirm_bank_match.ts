import { handler } from '../../handler.ts';

export const confirm_bank_match = handler('confirm_bank_match', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'confirm_bank_match' });
});
