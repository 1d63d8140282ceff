import { describeAccount } from '../../domain/bank-accounts/describe.ts';
import { updateAccount } from '../../domain/bank-accounts/update.ts';
import { handler } from '../handler.ts';

export const update_bank_account = handler('update_bank_account', async (ctx, params) => {
  const { bank_account_id, ...patch } = params;
  return describeAccount(ctx, await updateAccount(ctx, bank_account_id, patch));
});
