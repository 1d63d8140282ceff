import { handler } from '../../handler.ts';

export const reject_ai_suggestion = handler('reject_ai_suggestion', async (ctx) => {
  throw ctx.error('not_available_yet', { tool: 'reject_ai_suggestion' });
});
