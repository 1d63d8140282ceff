import { handler } from '../../handler.ts';

export const list_tasks = handler('list_tasks', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'list_tasks' });
});
