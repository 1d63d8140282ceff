// search_bank_transactions: what the filters mean in these books.
import { type Page, readPage } from '../../ground/lists/page.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { getAccount } from '../../money/bank-accounts/account.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { type AmountFilter, amountRanges } from './amount-range.ts';
import {
  chooseIndex,
  LINE_ORDER,
  type LineFilters,
  linePage,
  type LineQuestion,
  type TransactionRow,
} from './store/search.ts';

export interface TransactionFilters extends AmountFilter, LineFilters {
  readonly query?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type SearchScope = ReadScope & Raises<'bank_account_not_found' | 'invalid_cursor' | 'too_many_decimals'>;

export const searchTransactions = async (
  ctx: SearchScope,
  filters: TransactionFilters,
): Promise<Page<TransactionRow>> => {
  const { limit, cursor, ...asked } = filters;
  return readPage(ctx, {
    tool: 'search_bank_transactions',
    tenant: ctx.entity.id,
    filters: asked,
    limit,
    cursor,
    order: LINE_ORDER,
    ...linePage(ctx, await understand(ctx, filters)),
  });
};

const understand = async (ctx: SearchScope, filters: TransactionFilters): Promise<LineQuestion> => {
  const { bank_account_id, query } = filters;
  const named = bank_account_id === undefined ? undefined : await getAccount(ctx, bank_account_id);
  const accounts = named === undefined ? await allAccounts(ctx) : [named];
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const question = {
    filters,
    ranges: amountRanges(ctx, filters, currencies.length === 0 ? [ctx.entity.currency] : currencies),
    inactive: named === undefined ? accounts.filter(({ active }) => !active).map(({ id }) => id) : [],
    text: query === undefined ? null : normaliseName(query),
  };
  return { ...question, ...(await chooseIndex(ctx, question)) };
};
