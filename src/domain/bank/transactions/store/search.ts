// Pages of bank transactions, latest first, with index hints: by themselves the servers choose an index that reads far
// too much.
import { sql } from 'kysely';
import type { BankStatementId } from '../../../../../generated/ids.ts';
import { SERVICE } from '../../../../../generated/service.ts';
import type { Reader } from '../../../../db/database.ts';
import { mergedPage, type Tenant } from '../../../../db/scoped.ts';
import type { CursorKey } from '../../../ground/lists/cursor.ts';
import {
  combinationsOf,
  type Condition,
  countedTo,
  isPlaced,
  type OrderColumn,
} from '../../../ground/lists/store.ts';
import { findCandidates } from '../../../ground/search-index/parts/candidates.ts';
import { type Fitting, fittingInOrder, merged } from '../../../ground/search-index/parts/page.ts';
import { patternsOf } from '../../../ground/search-index/parts/parts.ts';
import type { LinePlan } from './line-plan.ts';
import {
  LINE_FILTERS,
  lineQuery,
  type LineQuestion,
  type LineRoute,
  matching,
  routed,
  withLine,
} from './line-question.ts';
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

export const LINE_ORDER: readonly OrderColumn<TransactionRow>[] = [
  { column: 'bank_transaction.date', direction: 'descending', type: 'text', value: (row) => row.date },
  { column: 'bank_transaction.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

/** One more than is told exactly. */
const MOST_COUNTED = SERVICE.limits.exact_total_up_to + 1;

export const linePage = (ctx: Tenant<Reader>, question: LineQuestion) => {
  const { plan } = question;
  if (plan === null) return textPage(ctx, question);
  return {
    rows: (after: Condition | null, take: number) => pageInOrder(ctx, question, plan, after, take),
    count: (max: number) =>
      plan.count === null ? Promise.resolve(max) : countUpTo(ctx, question, plan.count, max),
  };
};

const countUpTo = async (
  ctx: Tenant<Reader>,
  question: LineQuestion,
  route: LineRoute,
  max: number,
): Promise<number> => {
  const query = routed(ctx, question, route);
  const rows = query
    .select(sql<number>`1`.as('one'))
    .limit(1)
    .offset(max - 1);
  const order = (route.leading ?? []).map((column) => sql`${sql.ref(`bank_transaction.${column}`)} desc`);
  const beyond = order.length === 0 ? rows : rows.orderBy(sql`${sql.join(order)}`);
  const counted = countedTo(max, beyond, query.select(sql<number>`count(*)`.as('count')));
  return (await ctx.db.selectNoFrom(counted.as('count')).executeTakeFirstOrThrow()).count;
};

/** A page in the order of the index, or of the branches that each have it, or of few lines that are sorted. */
const pageInOrder = (
  ctx: Tenant<Reader>,
  question: LineQuestion,
  { page: route, isSorted }: LinePlan,
  after: Condition | null,
  take: number,
): Promise<readonly TransactionRow[]> => {
  const { spread = [] } = route;
  if (spread.length === 0) return inOrder(withLine(routed(ctx, question, route)), after, take);
  const lists = isSorted
    ? [routed(ctx, question, route)]
    : combinationsOf(spread).map((placed) =>
        lineQuery(ctx, question, route).where(isPlaced('bank_transaction', placed)),
      );
  const keys = lists.map((query) =>
    (after === null ? query : query.where(after))
      .orderBy('bank_transaction.date', 'desc')
      .orderBy('bank_transaction.id', 'desc')
      .limit(take)
      .select(['bank_transaction.date', 'bank_transaction.id']),
  );
  const page = mergedPage(ctx, 'bank_transaction', keys, [sql`date desc`, sql`id desc`], take);
  return newestFirst(withLine(page), take).select(LINE_COLUMNS).execute();
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
      const found = matching(ctx, question, 'PRIMARY');
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
      foundLines(ctx, question, 'PRIMARY', after, (query) => query.where('bank_transaction.id', 'in', some));
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
        : await foundLines(ctx, question, STATEMENT_INDEX, after, (query) =>
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

const foundLines = async (
  ctx: Tenant<Reader>,
  question: LineQuestion,
  index: string,
  after: Condition | null,
  narrow: (query: Matching) => Matching,
): Promise<readonly FoundLine[]> => {
  const query = narrow(matching(ctx, question, index));
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
  const query = matching(ctx, question, TEXT_INDEX);
  const rest = after === null ? query : query.where(after);
  const rows = await newestFirst(rest, take).select('bank_transaction.id').execute();
  return rows.map(({ id }) => id);
};

/** Holds the text beside the order of the list: a rare word costs a walk over the index, not over the rows. */
const TEXT_INDEX = 'ix_bank_transaction_text';
const STATEMENT_INDEX = 'ix_bank_transaction_statement';
