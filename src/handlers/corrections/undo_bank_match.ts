import { describeTransaction } from '../../domain/reconciliation/describe.ts';
import { undoMatch } from '../../domain/reconciliation/undo.ts';
import { handler } from '../handler.ts';

export const undo_bank_match = handler('undo_bank_match', async (ctx, { transaction_id }) => {
  await undoMatch(ctx, transaction_id);
  return describeTransaction(ctx, transaction_id);
});
