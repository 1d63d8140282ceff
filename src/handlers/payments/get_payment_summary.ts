import { handler } from '../../handler.ts';

export const get_payment_summary = handler('get_payment_summary', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'get_payment_summary' });
});
