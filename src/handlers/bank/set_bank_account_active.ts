import { setAccountActive } from '../../domain/money/bank-accounts/update.ts';
import { describeReconciledAccount } from '../../domain/bank/reconciliation/accounts.ts';
import { handler } from '../handler.ts';

export const set_bank_account_active = handler('set_bank_account_active', async (ctx, params) => {
  const { account, changed } = await setAccountActive(ctx, params.bank_account_id, params.active);
  return { ...(await describeReconciledAccount(ctx, account)), changed: [...changed] };
});
