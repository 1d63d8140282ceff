// search_bank_transactions: what the filters mean in these books.
import { type Page, readPage } from '../../ground/lists/page.ts';
import { MAX_PENDING, unindexed } from '../../ground/search-index/parts/page.ts';
import { statementsSince } from './store.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { Raises } from '../../../base/raises.ts';
import { getAccount } from '../../money/bank-accounts/account.ts';
import { allAccounts } from '../../money/bank-accounts/store.ts';
import { type AmountFilter, amountRanges } from '../transactions/amount-range.ts';
import { choosePlan } from '../transactions/store/line-plan.ts';
import type { LineFilters, LineQuestion } from '../transactions/store/line-question.ts';
import { LINE_ORDER, linePage, type TransactionRow } from '../transactions/store/search.ts';

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

/** Statements whose lines may be missing in the search index; null where it is not of use. */
export const unindexedStatements = async (ctx: Tenant<Reader>): Promise<readonly string[] | null> => {
  const beside = await unindexed(ctx, 'lines');
  if (beside === null) return null;
  const since = await statementsSince(ctx, { id: '', at: beside.since }, MAX_PENDING + 1);
  return since.length > MAX_PENDING ? null : [...new Set([...beside.ids, ...since.map(({ id }) => id)])];
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
    unindexed: query === undefined ? null : await unindexedStatements(ctx),
  };
  const active = accounts.filter((account) => account.active).map(({ id }) => id);
  return { ...question, plan: question.text === null ? await choosePlan(ctx, question, active) : null };
};
