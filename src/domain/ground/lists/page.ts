// Keyset pagination: every row that stays in the list during a walk is returned exactly once, whatever is added.
import type { ToolDescriptor } from '../../../../generated/dispatch.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { Raises } from '../../../base/raises.ts';
import { type CursorKey, decodeCursor, encodeCursor, type ListQuestion } from './cursor.ts';
import { afterKey, type Condition, type OrderColumn } from './store.ts';

/** Totals are exact up to this many rows and unknown beyond: counting more costs more than the page itself. */
const { exact_total_up_to: EXACT_COUNT_MAX } = SERVICE.limits;

export interface PageRequest<Row> extends ListQuestion {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly order: readonly OrderColumn<Row>[];
  /** Reads at most `take` rows in order that meet `after`: those after the row with this key (null on the first page). */
  readonly rows: (after: Condition | null, take: number, key: CursorKey | null) => Promise<readonly Row[]>;
  /** Counts at most `max` rows of the whole list; null for lists without a total. */
  readonly count: ((max: number) => Promise<number>) | null;
}

/** What a list tool's handler returns; the dispatcher adds `object` and `limit`. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly total_count: number | null;
}

export const readPage = async <Row>(
  ctx: Raises<'invalid_cursor'>,
  request: PageRequest<Row>,
): Promise<Page<Row>> => {
  const key = keyAfter(ctx, request);
  const after = key === null ? null : afterKey(request.order, key);
  // One extra row shows whether there is another page.
  const rows = await request.rows(after, request.limit + 1, key);
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

/** The page size of a list tool without a `limit` parameter. */
export const fixedPageSize = ({ name, list }: Pick<ToolDescriptor, 'name' | 'list'>): number => {
  if (list === null) throw new Error(`${name} is no list`);
  return list.max;
};

/** The page with each row described for the wire. */
export const mapPage = <Row, Wire>(page: Page<Row>, describe: (row: Row) => Wire): Page<Wire> => ({
  ...page,
  data: page.data.map(describe),
});

/** The cursor that continues after this row. */
export const cursorAfter = <Row>(
  request: Pick<PageRequest<Row>, keyof ListQuestion | 'order'>,
  row: Row,
): string =>
  encodeCursor(
    request,
    request.order.map(({ value }) => value(row)),
  );

const keyAfter = <Row>(ctx: Raises<'invalid_cursor'>, request: PageRequest<Row>): CursorKey | null => {
  if (request.cursor === undefined) return null;
  const types = request.order.map(({ type }) => type);
  const key = decodeCursor(request, request.cursor, types);
  if (key === undefined) throw ctx.error('invalid_cursor', { path: 'cursor' });
  return key;
};

const totalCount = async <Row>(request: PageRequest<Row>, known: number | null): Promise<number | null> => {
  if (request.count === null) return null;
  const total = known ?? (await request.count(EXACT_COUNT_MAX + 1));
  return total > EXACT_COUNT_MAX ? null : total;
};
