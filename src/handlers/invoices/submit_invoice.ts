import { handler } from '../../handler.ts';

export const submit_invoice = handler('submit_invoice', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'submit_invoice' });
});
