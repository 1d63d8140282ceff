import { handler } from '../../handler.ts';

export const generate_ledger = handler('generate_ledger', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'generate_ledger' });
});
