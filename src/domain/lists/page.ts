// Keyset pages: every row that stays in the list during a walk comes exactly once, also while others are added.
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ToolDescriptor } from '../../../generated/dispatch.ts';
import { SERVICE } from '../../../generated/service.ts';
import type { Raises } from '../../base/raises.ts';
import { decodeCursor, encodeCursor, type CursorKey, type KeyType, type ListQuestion } from './cursor.ts';

/** Totals are exact up to this many rows and unknown above: counting more costs more than the page itself. */
const { exact_total_up_to: EXACT_COUNT_MAX } = SERVICE.limits;

/** One column of the order. The last one must be unique in the list (the id). No column may be null. */
export interface OrderColumn<Row> {
  /** As the query names it: `counterparty.name_norm`. */
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
  readonly type: KeyType;
  /** The row's value of that column, exactly as the database holds it (after its collation's folding, if any). */
  readonly value: (row: Row) => string | number;
}

export interface PageRequest<Row> extends ListQuestion {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly order: readonly OrderColumn<Row>[];
  /** Reads at most `take` rows in the order, only those that fulfil `after` (null on the first page). */
  readonly rows: (after: Expression<SqlBool> | null, take: number) => Promise<readonly Row[]>;
  /** Counts at most `max` rows of the whole list; null for lists that do not say their total. */
  readonly count: ((max: number) => Promise<number>) | null;
}

/** What a list tool's handler returns; the dispatcher adds `object` and `limit`. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total_count: number | null;
}

/** Reads one page of a list. */
export const readPage = async <Row>(
  ctx: Raises<'invalid_cursor'>,
  request: PageRequest<Row>,
): Promise<Page<Row>> => {
  const after = keyAfter(ctx, request);
  // One row more than asked for tells whether there is another page.
  const rows = await request.rows(after, request.limit + 1);
  const data = rows.slice(0, request.limit);
  const last = data.at(-1);
  const hasMore = rows.length > request.limit && last !== undefined;
  return {
    data,
    has_more: hasMore,
    next_cursor: hasMore ? cursorAfter(request, last) : null,
    total_count: await totalCount(request, after === null && !hasMore ? data.length : null),
  };
};

/** The page size of a list tool that takes no `limit`. */
export const fixedPageSize = ({ name, list }: Pick<ToolDescriptor, 'name' | 'list'>): number => {
  if (list === null) throw new Error(`${name} is no list`);
  return list.max;
};

/** The same page with each row in its wire shape. */
export const mapPage = <Row, Wire>(page: Page<Row>, describe: (row: Row) => Wire): Page<Wire> => ({
  ...page,
  data: page.data.map(describe),
});

/** The cursor of a page that ends with this row. */
export const cursorAfter = <Row>(
  request: Pick<PageRequest<Row>, keyof ListQuestion | 'order'>,
  row: Row,
): string =>
  encodeCursor(
    request,
    request.order.map(({ value }) => value(row)),
  );

const keyAfter = <Row>(
  ctx: Raises<'invalid_cursor'>,
  request: PageRequest<Row>,
): Expression<SqlBool> | null => {
  if (request.cursor === undefined) return null;
  const types = request.order.map(({ type }) => type);
  const key = decodeCursor(request, request.cursor, types);
  if (key === undefined) throw ctx.error('invalid_cursor', { path: 'cursor' });
  return afterKey(request.order, key);
};

/**
 * `a > x or (a = x and b > y)`: servers use an index for this form (with FORCE INDEX), not for row comparison,
 * which took 500 ms on a list where this takes 0.4.
 */
export const afterKey = <Row>(order: readonly OrderColumn<Row>[], key: CursorKey): Expression<SqlBool> => {
  const alternatives = order.map(({ column, direction }, position) => {
    const equal = order
      .slice(0, position)
      .map((earlier, index) => sql`${sql.ref(earlier.column)} = ${key[index]} and `);
    const beyond = direction === 'ascending' ? sql`>` : sql`<`;
    return sql`(${sql.join(equal, sql``)}${sql.ref(column)} ${beyond} ${key[position]})`;
  });
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
};

const totalCount = async <Row>(request: PageRequest<Row>, known: number | null): Promise<number | null> => {
  if (request.count === null) return null;
  const total = known ?? (await request.count(EXACT_COUNT_MAX + 1));
  return total > EXACT_COUNT_MAX ? null : total;
};
