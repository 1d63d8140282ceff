// What a search of bank transactions asks, as conditions on a line.
import { sql, type SqlBool } from 'kysely';
import type { MatchStatus, TransactionType } from '../../../../../generated/types.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { hasWords } from '../../../ground/search-index/store/conditions.ts';
import { allOf, type Condition, isAmong, type Spread } from '../../../ground/lists/store.ts';
import type { MinorRange } from '../amount-range.ts';
import type { LinePlan } from './line-plan.ts';

export interface LineFilters {
  readonly bank_account_id?: string | undefined;
  readonly match_status?: MatchStatus | undefined;
  readonly transaction_type?: TransactionType | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

export const LINE_FILTERS = [
  'bank_account_id',
  'match_status',
  'transaction_type',
  'date_from',
  'date_to',
] as const satisfies readonly (keyof LineFilters)[];

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
  /** Null with a text. */
  readonly plan: LinePlan | null;
}

/** An index, and the columns that lead it and are not asked for, with all that they may hold. */
export interface LineRoute {
  readonly index: string;
  readonly spread?: Spread;
  /** The same columns and the order of the list, where counting begins with the latest. */
  readonly leading?: readonly string[];
}

type Found = ReturnType<typeof lineQuery>;

/** With the row itself. */
export const withLine = (query: Found) =>
  query.innerJoin('bank_transaction as line', (join) =>
    join
      .onRef('line.entity_id', '=', 'bank_transaction.entity_id')
      .onRef('line.id', '=', 'bank_transaction.id'),
  );

/** With a text: the row itself is looked up only for entries of the index that fit. */
export const matching = (ctx: Tenant<Reader>, question: LineQuestion, index: string) => {
  const { text } = question;
  const query = withLine(
    scoped(ctx, 'bank_transaction')
      .select({ index })
      .modifyFront(sql`straight_join`),
  );
  // Punctuation alone matches nothing.
  const fits = text === '' ? [sql<boolean>`1 = 0`] : hasWords('bank_transaction.text_norm', text ?? '');
  return query.where(allOf([...fits, ...byIndex(question, 'line'), ...byRow(question, 'line')]));
};

/** Without a text; by the index alone where it has all that is asked. */
export const lineQuery = (ctx: Tenant<Reader>, question: LineQuestion, { index, spread = [] }: LineRoute) => {
  const query = scoped(ctx, 'bank_transaction')
    .select({ index })
    .modifyFront(sql`straight_join`);
  const asked = query.where(allOf(byIndex(question, 'bank_transaction')));
  const isOfActive = spread.some(([column]) => column === 'bank_account_id');
  const ofRow = byRow(isOfActive ? { ...question, inactive: [] } : question, 'line');
  if (ofRow.length === 0) return asked;
  // A look-up of its own, so that the server does not read the row of each entry.
  return asked.where(
    sql<boolean>`(select 1 from bank_transaction line where line.entity_id = bank_transaction.entity_id
      and line.id = bank_transaction.id and ${allOf(ofRow)}) = 1`,
  );
};

/** By all combinations of the route at once. */
export const routed = (ctx: Tenant<Reader>, question: LineQuestion, route: LineRoute) => {
  const query = lineQuery(ctx, question, route);
  const { spread = [] } = route;
  return spread.length === 0 ? query : query.where(isAmong('bank_transaction', spread));
};

type Table = 'bank_transaction' | 'line';

const byIndex = ({ filters, ranges }: LineQuestion, table: Table): readonly Condition[] => {
  const { bank_account_id, match_status, transaction_type, date_from, date_to } = filters;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const day = sql.ref('bank_transaction.date');
  const amounts = sql.join(
    ranges.map((range) => within(range, table)),
    sql` or `,
  );
  return [
    ...(bank_account_id === undefined
      ? []
      : [sql<SqlBool>`${column('bank_account_id')} = ${bank_account_id}`]),
    ...(match_status === undefined ? [] : [sql<SqlBool>`${column('match_status')} = ${match_status}`]),
    ...(transaction_type === undefined
      ? []
      : [sql<SqlBool>`${column('transaction_type')} = ${transaction_type}`]),
    ...(date_from === undefined ? [] : [sql<SqlBool>`${day} >= ${asDay(date_from)}`]),
    ...(date_to === undefined ? [] : [sql<SqlBool>`${day} <= ${asDay(date_to)}`]),
    ...(ranges.length === 0 ? [] : [sql<SqlBool>`(${amounts})`]),
  ];
};

const within = ({ from, to }: MinorRange, table: Table): Condition => {
  const amount = sql.ref(`${table}.amount_minor`);
  return allOf([
    ...(from === null ? [] : [sql<SqlBool>`${amount} >= ${from}`]),
    ...(to === null ? [] : [sql<SqlBool>`${amount} <= ${to}`]),
  ]);
};

/** What no index has. */
const byRow = ({ ranges, inactive }: LineQuestion, table: Table): readonly Condition[] => {
  const account = sql.ref(`${table}.bank_account_id`);
  const currency = sql.ref(`${table}.currency`);
  const alternatives = ranges.map(
    (range) => sql<SqlBool>`(${currency} in (${sql.join(range.currencies)}) and ${within(range, table)})`,
  );
  return [
    ...(inactive.length === 0 ? [] : [sql<SqlBool>`${account} not in (${sql.join(inactive)})`]),
    ...(ranges.length < 2 ? [] : [sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`]),
  ];
};
