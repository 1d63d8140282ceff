import { handler } from '../../handler.ts';

export const record_invoice_payment = handler('record_invoice_payment', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'record_invoice_payment' });
});
