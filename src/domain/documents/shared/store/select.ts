// Statements on lists of invoices or bills, newest issue date first: which documents, how they are found, and what is shown of them.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { Reader } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { mergedPage, type Tenant, scoped } from '../../../../db/scoped.ts';
import type { CursorKey } from '../../../ground/lists/cursor.ts';
import {
  afterKey,
  combinationsOf,
  countedTo,
  isAmong,
  isPlaced,
  type OrderColumn,
  type Spread,
} from '../../../ground/lists/store.ts';
import type { Condition } from '../search.ts';
import type { TextMatch } from './text.ts';

export type Books = Tenant<Reader>;

/** `settled`: of lists that derive it. */
interface Tables {
  readonly invoice: Row<'invoice'> & { readonly settled: string | null };
  readonly bill: Row<'bill'> & { readonly settled: string | null };
}

/** A column that a list shows besides those that it always has. */
export type ListColumn<K extends DocumentType> = Exclude<keyof Tables[K] & string, keyof Always>;

interface Always {
  readonly id: string;
  readonly issue_date: string;
  readonly counterparty_name: string;
  readonly counterparty_tax_id: string | null;
}

/** What a list shows of each document and of its counterparty. */
export type ListedRow<K extends DocumentType, C extends ListColumn<K>> = Always & Pick<Tables[K], C>;

/** An index, and the columns before its order, or before what is asked, that the conditions leave open. */
export interface Route {
  readonly index: string;
  readonly spread?: Spread;
  /**
   * Columns of the index that are not asked for and the order of the list, where counting begins with the newest: those
   * fit most often. MariaDB sorts where a column is among them that has one value.
   */
  readonly leading?: readonly string[];
}

export interface Routes {
  /** In a branch for each combination; without it by the index of the list. */
  readonly page?: Route | undefined;
  /** Without it as a page is. */
  readonly count?: Route | undefined;
  /** So few documents that they are found by this and sorted. */
  readonly few?: Route | undefined;
}

/** Which documents, all of one kind. */
export interface DocumentList<K extends DocumentType = DocumentType> {
  readonly kind: K;
  /** An index in the order of the list: what a text and whole files are read by. */
  readonly index: string;
  /** All must hold. */
  readonly conditions: readonly Condition<string>[];
  readonly match?: TextMatch | null;
  /** How pages and counts that look for no text are read. */
  readonly routes?: Routes | undefined;
  /** Columns that no table has, as SQL: what stands above the documents knows it. */
  readonly derived?: Readonly<Record<string, string>> | undefined;
}

type Direction = 'ascending' | 'descending';

/** By issue date; documents of one day in the order in which they were recorded. */
export const dateOrder = (
  kind: DocumentType,
  direction: Direction,
): readonly OrderColumn<Pick<Always, 'id' | 'issue_date'>>[] => [
  { column: `${kind}.issue_date`, direction, type: 'text', value: (row) => row.issue_date },
  { column: `${kind}.id`, direction, type: 'text', value: (row) => row.id },
];

/** Both tables have the columns named here, so the builder is typed with one of them. */
const sharedTable = (kind: DocumentType) => kind as 'invoice';

export const matching = (ctx: Books, { kind, index, conditions, match = null }: DocumentList) => {
  let query = scoped(ctx, sharedTable(kind)).select({ index: match?.index ?? index });
  for (const { column, operator, value } of conditions) {
    query = query.where(sql.ref(`${kind}.${column}`), operator, value);
  }
  return match === null ? query : query.where(match.fits);
};

/** The same by a route, all its ranges at once. */
const routed = (ctx: Books, list: DocumentList, route: Route | undefined) => {
  if (route === undefined || (list.match ?? null) !== null) return matching(ctx, list);
  const { index, spread = [] } = route;
  const query = matching(ctx, { ...list, index });
  return spread.length === 0 ? query : query.where(isAmong(list.kind, spread));
};

/** The ids of the next documents, newest first. */
export const selectKeys = (
  ctx: Books,
  list: DocumentList,
  after: Expression<SqlBool> | null,
  take: number,
) => {
  const table = sharedTable(list.kind);
  const query = matching(ctx, list);
  return (after === null ? query : query.where(after))
    .select(`${table}.id`)
    .orderBy(`${table}.issue_date`, 'desc')
    .orderBy(`${table}.id`, 'desc')
    .limit(take);
};

export interface PageOf {
  readonly direction: Direction;
  /** After the document with this key. */
  readonly after: CursorKey | null;
  readonly take: number;
}

export const selectPage = (
  ctx: Books,
  list: DocumentList,
  columns: readonly string[],
  { after, take, direction }: PageOf,
) => {
  const beyond = after === null ? null : afterKey(dateOrder(list.kind, direction), after);
  const { page, few } = list.routes ?? {};
  if ((list.match ?? null) === null && (few ?? page?.spread) !== undefined) {
    const lists = few === undefined ? branchesOf(ctx, list, page) : [routed(ctx, list, few)];
    return withColumns(
      merged(ctx, list.kind, lists, beyond, { take, direction }),
      list,
      columns,
      direction,
    ).limit(take);
  }
  const query = withColumns<object>(routed(ctx, list, page), list, columns, direction);
  return (beyond === null ? query : query.where(beyond)).limit(take);
};

/** A list for each combination of what the route leaves open. */
const branchesOf = (ctx: Books, list: DocumentList, route: Route | undefined) =>
  combinationsOf(route?.spread ?? []).map((placed) =>
    matching(ctx, { ...list, index: route?.index ?? list.index }).where(isPlaced(list.kind, placed)),
  );

/** The documents of a page, found in all of the lists, and then by their ids. */
const merged = (
  ctx: Books,
  kind: DocumentType,
  lists: readonly ReturnType<typeof matching>[],
  after: Expression<SqlBool> | null,
  { take, direction }: Pick<PageOf, 'take' | 'direction'>,
) => {
  const table = sharedTable(kind);
  const order = ORDER[direction];
  const branches = lists.map((query) =>
    (after === null ? query : query.where(after))
      .select([`${table}.id`, `${table}.issue_date`])
      .orderBy(`${table}.issue_date`, order)
      .orderBy(`${table}.id`, order)
      .limit(take),
  );
  return mergedPage(
    ctx,
    table,
    branches,
    [sql`issue_date ${sql.raw(order)}`, sql`id ${sql.raw(order)}`],
    take,
  );
};

const ORDER: Readonly<Record<Direction, 'asc' | 'desc'>> = { ascending: 'asc', descending: 'desc' };

export const withColumns = <Listed>(
  query: ReturnType<typeof matching>,
  { kind, derived = {} }: Pick<DocumentList, 'kind' | 'derived'>,
  columns: readonly string[],
  direction: Direction,
) => {
  const table = sharedTable(kind);
  const order = ORDER[direction];
  return (
    query
      // Every document has a counterparty. With an inner join servers may start at the counterparties, read all, and sort.
      .leftJoin('counterparty', (join) =>
        join
          .onRef('counterparty.entity_id', '=', `${table}.entity_id`)
          .onRef('counterparty.id', '=', `${table}.counterparty_id`),
      )
      .select([`${table}.id`, `${table}.issue_date`])
      .select(
        columns.map((column) => {
          const text = derived[column];
          return (text === undefined ? sql.ref(`${table}.${column}`) : sql.raw(text)).as(column);
        }),
      )
      .select(['counterparty.name as counterparty_name', 'counterparty.tax_id as counterparty_tax_id'])
      .orderBy(`${table}.issue_date`, order)
      .orderBy(`${table}.id`, order)
      .$castTo<Listed>()
  );
};

/** `past` is one less than the most that is counted. */
export const countOf = (ctx: Books, list: DocumentList, past: number, max: number) => {
  const { few, count, page } = list.routes ?? {};
  const route = few ?? count ?? page;
  const query = routed(ctx, list, route);
  const order = (route?.leading ?? []).map((column) => sql`${sql.ref(`${list.kind}.${column}`)} desc`);
  const rows = query
    .select(sql<number>`1`.as('one'))
    .limit(1)
    .offset(past);
  const beyond = order.length === 0 ? rows : rows.orderBy(sql`${sql.join(order)}`);
  return countedTo(max, beyond, query.select(sql<number>`count(*)`.as('count')));
};

export const selectCount = (ctx: Books, list: DocumentList, past: number, max: number) =>
  ctx.db.selectNoFrom(countOf(ctx, list, past, max).as('count'));
