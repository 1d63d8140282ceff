import { handler } from '../../handler.ts';

export const record_bill_payment = handler('record_bill_payment', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'record_bill_payment' });
});
