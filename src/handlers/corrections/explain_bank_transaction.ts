import { describeReview } from '../../domain/bank/reconciliation/describe-review.ts';
import { reviewLine } from '../../domain/bank/reconciliation/review.ts';
import { handler } from '../handler.ts';

export const explain_bank_transaction = handler('explain_bank_transaction', async (ctx, params) => {
  const review = await reviewLine(ctx, params.transaction_id);
  if (review === undefined)
    throw ctx.error('transaction_not_found', { path: 'transaction_id', received: params.transaction_id });
  return describeReview(review);
});
