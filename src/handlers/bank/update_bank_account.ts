import { updateAccount } from '../../domain/money/bank-accounts/update.ts';
import { hasTransactions } from '../../domain/bank/transactions/store/counts.ts';
import { describeReconciledAccount } from '../../domain/bank/reconciliation/accounts.ts';
import { handler } from '../handler.ts';

export const update_bank_account = handler('update_bank_account', async (ctx, params) => {
  const { bank_account_id, ...patch } = params;
  const { account, changed } = await updateAccount(ctx, bank_account_id, patch, hasTransactions);
  return { ...(await describeReconciledAccount(ctx, account)), changed: [...changed] };
});
