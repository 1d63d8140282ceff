// What an export is made of: one list of documents, read in pages by the tools and streamed by the command line, and
// the columns of its rows. Both ways therefore write the same rows in the same order.
import type { DocumentType } from '../../../generated/types.ts';
import type { Column } from '../../base/csv/write.ts';
import {
  countDocuments,
  dateOrder,
  type DocumentList,
  type ListColumn,
  type ListedRow,
  readDocuments,
  streamDocuments,
} from '../documents/store/list.ts';
import type { CursorKey } from '../lists/cursor.ts';
import { afterKey, type OrderColumn } from '../lists/store.ts';
import type { ReadScope } from '../change/scope.ts';

/** Rows that answer a question, oldest first. */
export interface ExportSource<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: readonly OrderColumn<Row>[];
  /** At most `take` of them, behind the row with this key. */
  read(after: CursorKey | null, take: number): Promise<readonly Row[]>;
  /** All of them. */
  stream(): AsyncIterable<Row>;
  count(): Promise<number>;
}

/** `fields` are what the columns need of each document. */
export const exportDocuments = <K extends DocumentType, C extends ListColumn<K>>(
  ctx: ReadScope,
  list: DocumentList<K>,
  fields: readonly C[],
  columns: readonly Column<ListedRow<K, C>>[],
): ExportSource<ListedRow<K, C>> => {
  const order = dateOrder(list.kind, 'ascending');
  return {
    columns,
    order,
    read: (key, take) => {
      const after = key === null ? null : afterKey(order, key);
      return readDocuments(ctx, list, fields, { direction: 'ascending', after, take });
    },
    stream: () => streamDocuments(ctx, list, fields),
    count: () => countDocuments(ctx, list),
  };
};
