import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import { markNoMatch } from '../../domain/bank/reconciliation/no-match.ts';
import { handler } from '../handler.ts';

export const mark_no_match = handler('mark_no_match', async (ctx, { transaction_id }) => {
  await markNoMatch(ctx, transaction_id);
  return describeTransaction(ctx, transaction_id);
});
