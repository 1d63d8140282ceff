import { handler } from '../../handler.ts';

export const export_invoices = handler('export_invoices', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'export_invoices' });
});
