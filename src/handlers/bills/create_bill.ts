import { handler } from '../../handler.ts';

export const create_bill = handler('create_bill', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'create_bill' });
});
