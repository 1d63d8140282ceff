import { handler } from '../../handler.ts';

export const list_bank_statements = handler('list_bank_statements', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'list_bank_statements' });
});
