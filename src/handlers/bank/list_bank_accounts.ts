import { listReconciledAccounts } from '../../domain/bank/reconciliation/accounts.ts';
import { handler } from '../handler.ts';

export const list_bank_accounts = handler('list_bank_accounts', (ctx, params) =>
  listReconciledAccounts(ctx, params.cursor),
);
