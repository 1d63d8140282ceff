import { handler } from '../../handler.ts';

export const run_ai_matching = handler('run_ai_matching', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'run_ai_matching' });
});
