import { listAccounts } from '../../domain/bank-accounts/list.ts';
import { handler } from '../handler.ts';

export const list_bank_accounts = handler('list_bank_accounts', (ctx, params) =>
  listAccounts(ctx, params.cursor),
);
