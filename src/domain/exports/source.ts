// What an export is made of: one query, read in pages by the tools and streamed by the command line, and the columns
// of its rows. Both ways therefore write the same rows in the same order.
import type { Column } from '../../base/csv/write.ts';
import type { Condition, OrderColumn } from '../lists/store.ts';

/** The part of a query builder that exports use. */
export interface RowQuery<Row> {
  where(condition: Condition): RowQuery<Row>;
  limit(count: number): RowQuery<Row>;
  execute(): Promise<Row[]>;
  stream(): AsyncIterable<Row>;
}

/** Rows that answer a question, oldest first. */
export interface ExportSource<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: readonly OrderColumn<Row>[];
  /** All of them, in the order. */
  rows(): RowQuery<Row>;
  count(): Promise<number>;
}

/** Every document has these, and exports follow them. */
interface Dated {
  readonly id: string;
  readonly issue_date: string;
}

export const oldestFirst = <Row extends Dated>(table: string): readonly OrderColumn<Row>[] => [
  { column: `${table}.issue_date`, direction: 'ascending', type: 'text', value: (row) => row.issue_date },
  { column: `${table}.id`, direction: 'ascending', type: 'text', value: (row) => row.id },
];
