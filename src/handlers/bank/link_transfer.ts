import { describeTransaction } from '../../domain/bank/reconciliation/describe.ts';
import { linkTransfer } from '../../domain/bank/reconciliation/link-transfer.ts';
import { handler } from '../handler.ts';

export const link_transfer = handler('link_transfer', async (ctx, params) => {
  await linkTransfer(ctx, params.transaction_id, params.peer_transaction_id);
  return describeTransaction(ctx, params.transaction_id);
});
