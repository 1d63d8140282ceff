import { getAccount } from '../../domain/money/bank-accounts/account.ts';
import { describeReconciledAccount } from '../../domain/bank/reconciliation/accounts.ts';
import { handler } from '../handler.ts';

export const get_bank_account = handler('get_bank_account', async (ctx, params) =>
  describeReconciledAccount(ctx, await getAccount(ctx, params.bank_account_id)),
);
