import { handler } from '../../handler.ts';

export const link_transfer = handler('link_transfer', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'link_transfer' });
});
