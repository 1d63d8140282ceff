// By which indexes a search of bank transactions without a text is read: left to choose, the servers read far too much.
import { sql } from 'kysely';
import { SERVICE } from '../../../../../generated/service.ts';
import { MatchStatusValues, TransactionTypeValues } from '../../../../../generated/types.ts';
import { daysBetween, asDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import type { Spread } from '../../../ground/lists/store.ts';
import { type LineFilters, type LineQuestion, type LineRoute, routed } from './line-question.ts';

export interface LinePlan {
  readonly page: LineRoute;
  /** The lines of the page's route are few and not in the order of the list. */
  readonly isSorted: boolean;
  /** Null where more fit than are told exactly. */
  readonly count: LineRoute | null;
}

/** These lead with the states of a line, and have its amount behind the order of the list. */
const STATES_INDEX = 'ix_bank_transaction_states';
const ACCOUNT_STATES_INDEX = 'ix_bank_transaction_account_states';
/** Leads with all that may be asked, and its amount before its day. */
const ACCOUNT_AMOUNT_INDEX = 'ix_bank_transaction_account_amount';
const AMOUNT_INDEX = 'ix_bank_transaction_amount';

/** Up to this many rows, sorting the matches of an amount is cheaper than scanning the list until a page is full. */
const FEW = SERVICE.limits.exact_total_up_to;
/** An amount is looked for in each account by itself. */
const MOST_ACCOUNTS = 50;

type Asked = Omit<LineQuestion, 'plan'>;

export const choosePlan = async (
  ctx: Tenant<Reader>,
  question: Asked,
  active: readonly string[],
): Promise<LinePlan> => {
  const { filters, ranges } = question;
  const page = inOrder(filters);
  if (ranges.length === 0) return { page, isSorted: false, count: page };
  const amounts = byAmount(filters, active);
  const { date_from, date_to, ...rest } = filters;
  const isOfAll = amounts.index === ACCOUNT_AMOUNT_INDEX;
  const leading = { ...question, filters: isOfAll ? rest : {}, inactive: isOfAll ? question.inactive : [] };
  const fits = await countUpTo(ctx, leading, amounts, FEW + 1);
  if (fits <= FEW) return { page: amounts, isSorted: true, count: amounts };
  if (!isOfAll) return { page, isSorted: false, count: page };
  if (date_from === undefined && date_to === undefined) return { page, isSorted: false, count: null };
  const count = (await areMostDays(ctx, filters)) ? amounts : byStates(filters);
  return { page, isSorted: false, count };
};

const inOrder = (filters: LineFilters): LineRoute => {
  const { bank_account_id, match_status, transaction_type } = filters;
  if (transaction_type !== undefined) return byStates(filters);
  const of = bank_account_id === undefined ? '' : '_account';
  if (match_status !== undefined) return { index: `ix_bank_transaction${of}_status` };
  return { index: of === '' ? 'ix_bank_transaction_date' : 'ix_bank_transaction_account' };
};

const statesOf = ({ match_status, transaction_type }: LineFilters): Spread => [
  ...(match_status === undefined ? [['match_status', MatchStatusValues] as const] : []),
  ...(transaction_type === undefined ? [['transaction_type', TransactionTypeValues] as const] : []),
];

const byStates = (filters: LineFilters): LineRoute => {
  const spread = statesOf(filters);
  return {
    index: filters.bank_account_id === undefined ? STATES_INDEX : ACCOUNT_STATES_INDEX,
    spread,
    leading: [...spread.map(([column]) => column), 'date', 'id'],
  };
};

const byAmount = (filters: LineFilters, active: readonly string[]): LineRoute => {
  const isNamed = filters.bank_account_id !== undefined;
  if (!isNamed && (active.length === 0 || active.length > MOST_ACCOUNTS)) return { index: AMOUNT_INDEX };
  const accounts: Spread = isNamed ? [] : [['bank_account_id', active]];
  return { index: ACCOUNT_AMOUNT_INDEX, spread: [...accounts, ...statesOf(filters)] };
};

const countUpTo = async (
  ctx: Tenant<Reader>,
  question: Asked,
  route: LineRoute,
  max: number,
): Promise<number> => {
  const rows = await routed(ctx, { ...question, plan: null }, route)
    .select(sql<number>`1`.as('one'))
    .limit(max)
    .execute();
  return rows.length;
};

/** Whether at least half of the days that the book has lines of are asked for. */
const areMostDays = async (ctx: Tenant<Reader>, { date_from, date_to }: LineFilters): Promise<boolean> => {
  const { first, last } = await scoped(ctx, 'bank_transaction')
    .select({ index: 'ix_bank_transaction_date' })
    .select(({ fn }) => [fn.min<string | null>('date').as('first'), fn.max<string | null>('date').as('last')])
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return true;
  const from = date_from === undefined || date_from < first ? first : date_from;
  const to = date_to === undefined || date_to > last ? last : date_to;
  return 2 * daysBetween(asDay(from), asDay(to)) >= daysBetween(asDay(first), asDay(last));
};
