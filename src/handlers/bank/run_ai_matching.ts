import { handler } from '../handler.ts';

export const run_ai_matching = handler('run_ai_matching', async (ctx, params) => {
  const { bank_account_id } = params;
  const run = await ctx.matchingRuns.run(ctx, bank_account_id);
  return { ...run, review_url: ctx.pageUrl(`/companies/${ctx.entity.id}/bank/${bank_account_id}/review`) };
});
