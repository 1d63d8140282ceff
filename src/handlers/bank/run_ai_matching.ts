import { handler } from '../handler.ts';

export const run_ai_matching = handler('run_ai_matching', (ctx, params) =>
  ctx.matchingRuns.run(ctx, params.bank_account_id),
);
