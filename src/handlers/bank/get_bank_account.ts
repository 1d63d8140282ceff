import { getAccount } from '../../domain/bank-accounts/account.ts';
import { describeAccount } from '../../domain/bank-accounts/describe.ts';
import { handler } from '../handler.ts';

export const get_bank_account = handler('get_bank_account', async (ctx, params) =>
  describeAccount(ctx, await getAccount(ctx, params.bank_account_id)),
);
