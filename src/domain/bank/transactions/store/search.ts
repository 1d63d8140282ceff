// Pages of bank transactions, latest first, with index hints: by themselves the servers choose an index that reads far
// too much.
import { asDay } from '../../../../base/time/day.ts';
import { sql } from 'kysely';
import { SERVICE } from '../../../../../generated/service.ts';
import type { BankStatementId } from '../../../../../generated/ids.ts';
import type { MatchStatus, TransactionType } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { CursorKey } from '../../../ground/lists/cursor.ts';
import type { Condition, OrderColumn } from '../../../ground/lists/store.ts';
import { findCandidates } from '../../../ground/search-index/parts/candidates.ts';
import { type Fitting, fittingInOrder, merged } from '../../../ground/search-index/parts/page.ts';
import { patternsOf } from '../../../ground/search-index/parts/parts.ts';
import type { MinorRange } from '../amount-range.ts';
import type { BankLine } from './lines.ts';

const LINE_COLUMNS = [
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
  'line.batch_id',
  'line.batch_part',
] as const;

export type TransactionRow = Pick<
  BankLine,
  (typeof LINE_COLUMNS)[number] extends `line.${infer C extends keyof BankLine}` ? C : never
>;

export interface LineFilters {
  readonly bank_account_id?: string | undefined;
  readonly match_status?: MatchStatus | undefined;
  readonly transaction_type?: TransactionType | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** What the filters of a search mean in these books. */
export interface LineQuestion {
  readonly filters: LineFilters;
  readonly ranges: readonly MinorRange[];
  /** Inactive accounts, whose transactions are left out unless the account is named. */
  readonly inactive: readonly string[];
  /** Normalised like `text_norm`; null without a text. */
  readonly text: string | null;
  /** Statements whose lines may be missing in the search index; null where it is not of use. */
  readonly unindexed: readonly string[] | null;
  readonly index: string;
  /** More rows fit than are told exactly. */
  readonly isMany?: boolean;
}

export const LINE_ORDER: readonly OrderColumn<TransactionRow>[] = [
  { column: 'bank_transaction.date', direction: 'descending', type: 'text', value: (row) => row.date },
  { column: 'bank_transaction.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

/** One more than is told exactly. */
const MOST_COUNTED = SERVICE.limits.exact_total_up_to + 1;

export const linePage = (ctx: Tenant<Reader>, question: LineQuestion) => {
  if (question.text !== null) return textPage(ctx, question);
  return {
    rows: (after: Condition | null, take: number) => inOrder(matching(ctx, question), after, take),
    count: (max: number) => (question.isMany === true ? Promise.resolve(max) : countUpTo(ctx, question, max)),
  };
};

const countUpTo = async (ctx: Tenant<Reader>, question: LineQuestion, max: number): Promise<number> => {
  const rows = await matching(ctx, question)
    .select(sql<number>`1`.as('one'))
    .limit(max)
    .execute();
  return rows.length;
};

const textPage = (ctx: Tenant<Reader>, question: LineQuestion) => {
  let known: Promise<TextSearch> | undefined;
  const find = (): Promise<TextSearch> => (known ??= searchText(ctx, question));
  // The first page counts what it looks at, since most of the time goes into that.
  let counted: number | null = null;
  return {
    rows: async (
      after: Condition | null,
      take: number,
      key: CursorKey | null = null,
    ): Promise<readonly TransactionRow[]> => {
      const search = await find();
      const most = after === null && !search.isFrequent ? Math.max(take, MOST_COUNTED) : take;
      const ids = await search.ids(after, most, typeof key?.[0] === 'string' ? key[0] : null);
      if (after === null) counted = search.isFrequent && ids.length >= take ? MOST_COUNTED : ids.length;
      if (ids.length === 0) return [];
      const found = matching(ctx, { ...question, index: 'PRIMARY' });
      return inOrder(found.where('bank_transaction.id', 'in', ids.slice(0, take)), null, take);
    },
    count: async (max: number): Promise<number> => {
      if (counted !== null) return counted;
      const search = await find();
      return search.isFrequent ? max : (await search.ids(null, max)).length;
    },
  };
};

interface TextSearch {
  /** More lines have the text than are counted, and nothing else is asked. */
  readonly isFrequent: boolean;
  /** The next lines that fit, latest first; none that fits `after` is later than `latest`. */
  ids(after: Condition | null, take: number, latest?: string | null): Promise<readonly string[]>;
}

type FoundLine = Fitting;

const latestFirst = (a: FoundLine, b: FoundLine): number =>
  a.sort < b.sort || (a.sort === b.sort && a.id < b.id) ? 1 : -1;

const searchText = async (ctx: Tenant<Reader>, question: LineQuestion): Promise<TextSearch> => {
  const { text, filters, ranges, inactive, unindexed: statements } = question;
  const walk = (after: Condition | null, take: number) => idsInOrder(ctx, question, after, take);
  if (text === null || text === '' || statements === null) return { isFrequent: false, ids: walk };
  const candidates = await findCandidates(ctx, 'lines', [patternsOf(text)]);
  const isFiltered =
    ranges.length + inactive.length > 0 || LINE_FILTERS.some((name) => filters[name] !== undefined);
  const ids: TextSearch['ids'] = async (after, take, latest = null) => {
    const among = (some: readonly string[]) =>
      foundLines(ctx, question, after, (query) => query.where('bank_transaction.id', 'in', some));
    const list = {
      kind: 'lines',
      descending: true,
      from: filters.date_from ?? null,
      to: earlier(filters.date_to ?? null, latest),
      among,
      compare: latestFirst,
    } as const;
    const found = await fittingInOrder(ctx, candidates, list, take);
    if (found === null) return walk(after, take);
    const others =
      statements.length === 0
        ? []
        : await foundLines(ctx, { ...question, index: STATEMENT_INDEX }, after, (query) =>
            newestFirst(
              query.where(
                'bank_transaction.bank_statement_id',
                'in',
                statements as readonly BankStatementId[],
              ),
              take,
            ),
          );
    return merged(found, others, latestFirst, take).map(({ id }) => id);
  };
  return { isFrequent: candidates.isFrequent && !isFiltered, ids };
};

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

const LINE_FILTERS = ['bank_account_id', 'match_status', 'transaction_type', 'date_from', 'date_to'] as const;

const foundLines = async (
  ctx: Tenant<Reader>,
  question: LineQuestion,
  after: Condition | null,
  narrow: (query: Matching) => Matching,
): Promise<readonly FoundLine[]> => {
  const index = question.index === STATEMENT_INDEX ? STATEMENT_INDEX : 'PRIMARY';
  const query = narrow(matching(ctx, { ...question, index }));
  const rows = await (after === null ? query : query.where(after))
    .select(['bank_transaction.id', 'bank_transaction.date'])
    .execute();
  return rows.map(({ id, date }) => ({ id, sort: date }));
};

type Matching = ReturnType<typeof matching>;

const newestFirst = (query: Matching, take: number): Matching =>
  query.orderBy('bank_transaction.date', 'desc').orderBy('bank_transaction.id', 'desc').limit(take);

const inOrder = (
  query: Matching,
  after: Condition | null,
  take: number,
): Promise<readonly TransactionRow[]> =>
  newestFirst(after === null ? query : query.where(after), take)
    .select(LINE_COLUMNS)
    .execute();

const idsInOrder = async (
  ctx: Tenant<Reader>,
  question: LineQuestion,
  after: Condition | null,
  take: number,
): Promise<readonly string[]> => {
  const query = matching(ctx, question);
  const rest = after === null ? query : query.where(after);
  const rows = await newestFirst(rest, take).select('bank_transaction.id').execute();
  return rows.map(({ id }) => id);
};

/** Holds the text beside the order of the list: a rare word costs a walk over the index, not over the rows. */
const TEXT_INDEX = 'ix_bank_transaction_text';
const STATEMENT_INDEX = 'ix_bank_transaction_statement';
/** These lead with the type and what is asked for together with it. */
const TYPE_INDEX = 'ix_bank_transaction_type';
const STATUS_TYPE_INDEX = 'ix_bank_transaction_status_type';
const TYPED: ReadonlySet<string> = new Set([TYPE_INDEX, STATUS_TYPE_INDEX]);
const AMOUNT_INDEX = 'ix_bank_transaction_amount';

type Chosen = Pick<LineQuestion, 'index' | 'isMany'>;

/** The index whose order is the list's, unless amounts alone leave only few rows. */
export const chooseIndex = async (
  ctx: Tenant<Reader>,
  { filters, ranges, text, inactive }: Omit<LineQuestion, keyof Chosen>,
): Promise<Chosen> => {
  if (text !== null) return { index: TEXT_INDEX };
  const areMany = ranges.length > 0 && !(await areFew(ctx, ranges));
  if (ranges.length > 0 && !areMany) return { index: AMOUNT_INDEX };
  const isNarrowed = LINE_FILTERS.some((name) => filters[name] !== undefined);
  // What was counted are all lines of these amounts, in one currency's decimals.
  const isMany = areMany && ranges.length === 1 && inactive.length === 0 && !isNarrowed;
  return { index: indexOf(filters), isMany };
};

const indexOf = ({ bank_account_id, match_status, transaction_type }: LineFilters): string => {
  const ofType = transaction_type !== undefined;
  if (bank_account_id === undefined) {
    if (match_status === undefined) return 'ix_bank_transaction_date';
    return ofType ? STATUS_TYPE_INDEX : 'ix_bank_transaction_status';
  }
  if (match_status !== undefined) return 'ix_bank_transaction_account_status';
  return ofType ? TYPE_INDEX : 'ix_bank_transaction_account';
};

/** Up to this many rows, sorting the matches of an amount is cheaper than scanning the list until a page is full. */
const FEW = 2_000;

const areFew = async (ctx: Tenant<Reader>, ranges: readonly MinorRange[]): Promise<boolean> => {
  let left = FEW + 1;
  for (const { from, to } of ranges) {
    let query = scoped(ctx, 'bank_transaction').select({ index: AMOUNT_INDEX });
    if (from !== null) query = query.where('amount_minor', '>=', from);
    if (to !== null) query = query.where('amount_minor', '<=', to);
    const rows = await query
      .select(sql<number>`1`.as('one'))
      .limit(left)
      .execute();
    left -= rows.length;
    if (left <= 0) return false;
  }
  return true;
};

const matching = (ctx: Tenant<Reader>, { filters, ranges, inactive, text, index }: LineQuestion) => {
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
  // Punctuation alone matches nothing.
  if (text === '') query = query.where(sql<boolean>`1 = 0`);
  else if (text !== null) query = query.where('bank_transaction.text_norm', 'like', `%${text}%`);
  // These two lead an index where they are asked for alone; beside a text they are asked of the row.
  const table = text === null ? 'bank_transaction' : 'line';
  if (bank_account_id !== undefined) query = query.where(`${table}.bank_account_id`, '=', bank_account_id);
  if (match_status !== undefined) query = query.where(`${table}.match_status`, '=', match_status);
  if (transaction_type !== undefined)
    query = query.where(
      `${TYPED.has(index) ? 'bank_transaction' : 'line'}.transaction_type`,
      '=',
      transaction_type,
    );
  if (date_from !== undefined) query = query.where('bank_transaction.date', '>=', asDay(date_from));
  if (date_to !== undefined) query = query.where('bank_transaction.date', '<=', asDay(date_to));
  if (inactive.length > 0) query = query.where('line.bank_account_id', 'not in', inactive);
  if (ranges.length === 0) return query;
  const amount = index === AMOUNT_INDEX ? 'bank_transaction.amount_minor' : 'line.amount_minor';
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
