import { describeAccount } from '../../domain/bank-accounts/describe.ts';
import { setAccountActive } from '../../domain/bank-accounts/update.ts';
import { handler } from '../handler.ts';

export const set_bank_account_active = handler('set_bank_account_active', async (ctx, params) =>
  describeAccount(ctx, await setAccountActive(ctx, params.bank_account_id, params.active)),
);
