// Pages of bank transactions, latest first.
import { sql } from 'kysely';
import type { MatchStatus, TransactionType } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import { type OrderColumn, type Page, readPage } from '../lists/page.ts';
import { normaliseName } from '../../base/names/normalise.ts';
import type { ReadScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { getAccount } from '../bank-accounts/account.ts';
import { type AmountFilter, amountRanges, type MinorRange } from './amount-range.ts';
import type { TransactionRow } from './describe.ts';
import { indexFor } from './plan.ts';
import { asDay } from '../../base/time/day.ts';

export interface TransactionFilters extends AmountFilter {
  readonly bank_account_id?: string | undefined;
  readonly match_status?: MatchStatus | undefined;
  readonly transaction_type?: TransactionType | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly query?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type SearchScope = ReadScope & Raises<'bank_account_not_found' | 'invalid_cursor' | 'too_many_decimals'>;

const ORDER: readonly OrderColumn<TransactionRow>[] = [
  { column: 'bank_transaction.date', direction: 'descending', type: 'text', value: (row) => row.date },
  { column: 'bank_transaction.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

/** What the filters mean in these books. */
interface Question {
  readonly filters: TransactionFilters;
  readonly ranges: readonly MinorRange[];
  /** Their transactions are left out unless the account is named. */
  readonly inactive: readonly string[];
  /** In the spelling of `text_norm`; null without a text. */
  readonly text: string | null;
  readonly index: string;
}

export const searchTransactions = async (
  ctx: SearchScope,
  filters: TransactionFilters,
): Promise<Page<TransactionRow>> => {
  const question = await understand(ctx, filters);
  const { limit, cursor, ...asked } = filters;
  return readPage(ctx, {
    tool: 'search_bank_transactions',
    tenant: ctx.entity.id,
    filters: asked,
    limit,
    cursor,
    order: ORDER,
    rows: (after, take) => {
      const query = matching(ctx, question);
      return withColumns(after === null ? query : query.where(after))
        .orderBy('bank_transaction.date', 'desc')
        .orderBy('bank_transaction.id', 'desc')
        .limit(take)
        .execute();
    },
    count: async (max) => {
      const rows = await matching(ctx, question)
        .select(sql<number>`1`.as('one'))
        .limit(max)
        .execute();
      return rows.length;
    },
  });
};

const understand = async (ctx: SearchScope, filters: TransactionFilters): Promise<Question> => {
  const { bank_account_id, query } = filters;
  const named = bank_account_id === undefined ? undefined : await getAccount(ctx, bank_account_id);
  const accounts =
    named === undefined
      ? await scoped(ctx, 'bank_account').select().select(['id', 'currency', 'active']).execute()
      : [named];
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const ranges = amountRanges(ctx, filters, currencies.length === 0 ? [ctx.entity.currency] : currencies);
  const text = query === undefined ? null : normaliseName(query);
  return {
    filters,
    ranges,
    inactive: named === undefined ? accounts.filter(({ active }) => !active).map(({ id }) => id) : [],
    text,
    index: text === null ? await indexFor(ctx, filters, ranges) : TEXT_INDEX,
  };
};

/** Holds the text beside the order of the list: a rare word costs a walk over the index, not over the rows. */
const TEXT_INDEX = 'ix_bank_transaction_text';

const matching = (ctx: ReadScope, { filters, ranges, inactive, text, index }: Question) => {
  // The row itself is looked up only for entries of the index that fit; with a text that is worth a second look-up.
  let query = scoped(ctx, 'bank_transaction')
    .select({ index })
    .modifyFront(sql`straight_join`)
    .innerJoin('bank_transaction as line', (join) =>
      join
        .onRef('line.entity_id', '=', 'bank_transaction.entity_id')
        .onRef('line.id', '=', 'bank_transaction.id'),
    );
  const { bank_account_id, match_status, transaction_type, date_from, date_to } = filters;
  // Punctuation alone is part of nothing.
  if (text === '') query = query.where(sql<boolean>`1 = 0`);
  else if (text !== null) query = query.where('bank_transaction.text_norm', 'like', `%${text}%`);
  // These two lead an index where they are asked for alone; beside a text they are asked of the row.
  const table = text === null ? 'bank_transaction' : 'line';
  if (bank_account_id !== undefined) query = query.where(`${table}.bank_account_id`, '=', bank_account_id);
  if (match_status !== undefined) query = query.where(`${table}.match_status`, '=', match_status);
  if (transaction_type !== undefined) query = query.where('line.transaction_type', '=', transaction_type);
  if (date_from !== undefined) query = query.where('bank_transaction.date', '>=', asDay(date_from));
  if (date_to !== undefined) query = query.where('bank_transaction.date', '<=', asDay(date_to));
  if (inactive.length > 0) query = query.where('line.bank_account_id', 'not in', inactive);
  if (ranges.length === 0) return query;
  const amount =
    index === 'ix_bank_transaction_amount' ? 'bank_transaction.amount_minor' : 'line.amount_minor';
  return query.where((eb) =>
    eb.or(
      ranges.map(({ currencies, from, to }) =>
        eb.and([
          ...(ranges.length === 1 ? [] : [eb('line.currency', 'in', currencies)]),
          ...(from === null ? [] : [eb(amount, '>=', from)]),
          ...(to === null ? [] : [eb(amount, '<=', to)]),
        ]),
      ),
    ),
  );
};

const withColumns = (query: ReturnType<typeof matching>) =>
  query.select([
    'line.id',
    'line.bank_account_id',
    'line.bank_statement_id',
    'line.statement_line',
    'line.date',
    'line.amount_minor',
    'line.transaction_type',
    'line.currency',
    'line.description',
    'line.reference',
    'line.counterparty_hint',
    'line.match_status',
    'line.transfer_peer_id',
    'line.transfer_status',
  ]);
