import { handler } from '../../handler.ts';

export const export_bills = handler('export_bills', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'export_bills' });
});
