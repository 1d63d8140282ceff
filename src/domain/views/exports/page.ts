// Pages of an export, for agents that cannot take long answers.
import { SERVICE } from '../../../../generated/service.ts';
import { csvText } from '../../../base/csv.ts';
import { decodeCursor, encodeCursor, type ListQuestion } from '../../ground/lists/cursor.ts';
import type { Raises } from '../../../base/raises.ts';
import type { ExportSource } from './source.ts';

/** The answer of an export tool. */
export interface ExportPage {
  readonly object: 'export';
  readonly csv: string;
  readonly columns: readonly string[];
  /** Null for more rows than are counted. */
  readonly row_count: number | null;
  readonly returned_rows: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

const { csv_page_rows: PAGE_ROWS, exact_total_up_to: EXACT_COUNT_MAX } = SERVICE.limits;

/** How a cursor says that there are more rows than are counted. */
const UNCOUNTED = -1;

/**
 * One page. Every row that stays in the export during a walk is returned exactly once. `row_count` is counted on the
 * first page, as far as lists count, and carried in the cursor, so it is constant and free on later pages.
 */
export const readExportPage = async <Row>(
  ctx: Raises<'invalid_cursor'>,
  question: ListQuestion,
  cursor: string | undefined,
  source: ExportSource<Row>,
): Promise<ExportPage> => {
  const from = readPosition(ctx, question, cursor, source);
  // One extra row shows whether there is another page.
  const read = await source.read(from?.key ?? null, PAGE_ROWS + 1);
  const rows = read.slice(0, PAGE_ROWS);
  const last = rows.at(-1);
  const hasMore = read.length > PAGE_ROWS && last !== undefined;
  const row_count = from === null ? await countRows(source, hasMore ? null : rows.length) : from.row_count;
  return {
    object: 'export',
    csv: csvText(source.columns, rows),
    columns: source.columns.map(({ name }) => name),
    row_count,
    returned_rows: rows.length,
    has_more: hasMore,
    next_cursor: hasMore
      ? encodeCursor(question, [...source.order.map(({ value }) => value(last)), row_count ?? UNCOUNTED])
      : null,
  };
};

interface Position {
  readonly key: readonly (string | number)[];
  readonly row_count: number | null;
}

const countRows = async <Row>(source: ExportSource<Row>, known: number | null): Promise<number | null> => {
  const count = known ?? (await source.countUpTo(EXACT_COUNT_MAX + 1));
  return count > EXACT_COUNT_MAX ? null : count;
};

const readPosition = <Row>(
  ctx: Raises<'invalid_cursor'>,
  question: ListQuestion,
  cursor: string | undefined,
  { order }: ExportSource<Row>,
): Position | null => {
  if (cursor === undefined) return null;
  const values = decodeCursor(question, cursor, [...order.map(({ type }) => type), 'number']);
  if (values === undefined) throw ctx.error('invalid_cursor', { path: 'cursor' });
  const row_count = Number(values[order.length]);
  return { key: values.slice(0, order.length), row_count: row_count < 0 ? null : row_count };
};
