import { describeTransactions } from '../../domain/bank/reconciliation/describe.ts';
import { searchTransactions } from '../../domain/bank/statements/search-lines.ts';
import { handler } from '../handler.ts';

export const search_bank_transactions = handler('search_bank_transactions', async (ctx, params) => {
  const page = await searchTransactions(ctx, params);
  return { ...page, data: await describeTransactions(ctx, page.data) };
});
