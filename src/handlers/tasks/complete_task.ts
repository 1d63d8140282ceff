import { handler } from '../../handler.ts';

export const complete_task = handler('complete_task', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'complete_task' });
});
