import { handler } from '../../handler.ts';

export const get_bill = handler('get_bill', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'get_bill' });
});
