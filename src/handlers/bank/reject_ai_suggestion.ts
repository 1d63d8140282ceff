import { rejectSuggestion } from '../../domain/bank/reconciliation/reject.ts';
import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import { handler } from '../handler.ts';

export const reject_ai_suggestion = handler('reject_ai_suggestion', async (ctx, params) => {
  await rejectSuggestion(ctx, params.transaction_id);
  return describeTransaction(ctx, params.transaction_id);
});
