import { handler } from '../../handler.ts';

export const create_task = handler('create_task', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'create_task' });
});
