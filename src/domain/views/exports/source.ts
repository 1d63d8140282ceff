// The source of an export: a list of documents, paged by tools and streamed by the command line, and the columns of its
// rows. Both therefore return the same rows in the same order.
import type { DocumentType } from '../../../../generated/types.ts';
import type { Column } from '../../../base/csv.ts';
import {
  countDocuments,
  countDocumentsUpTo,
  readDocuments,
  streamDocuments,
} from '../../documents/shared/store/list.ts';
import {
  dateOrder,
  type DocumentList,
  type ListColumn,
  type ListedRow,
} from '../../documents/shared/store/select.ts';
import { findFew } from '../../documents/shared/search.ts';
import type { CursorKey } from '../../ground/lists/cursor.ts';
import { type OrderColumn } from '../../ground/lists/store.ts';
import type { ReadScope } from '../../ground/change/scope.ts';

/** The list of an export, oldest row first. */
export interface ExportSource<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: readonly OrderColumn<Row>[];
  /** At most `take` rows after the row with this key. */
  read(after: CursorKey | null, take: number): Promise<readonly Row[]>;
  /** Streams all rows. */
  stream(): AsyncIterable<Row>;
  /** Of the whole file, for whoever writes it. */
  count(): Promise<number>;
  /** Counts at most `max`. */
  countUpTo(max: number): Promise<number>;
}

/** `fields` are the document fields that the columns need. */
export const exportDocuments = <K extends DocumentType, C extends ListColumn<K>>(
  ctx: ReadScope,
  list: DocumentList<K>,
  fields: readonly C[],
  columns: readonly Column<ListedRow<K, C>>[],
): ExportSource<ListedRow<K, C>> => {
  const order = dateOrder(list.kind, 'ascending');
  // Few are found by their own index, as in a search; a whole file is read in its order anyway.
  let found: ReturnType<typeof findFew> | undefined;
  const find = () => (found ??= findFew(ctx, list));
  const paged = async () => ({ ...list, routes: { ...list.routes, few: (await find()).few } });
  return {
    columns,
    order,
    read: async (after, take) =>
      readDocuments(ctx, await paged(), fields, { direction: 'ascending', after, take }),
    stream: () => streamDocuments(ctx, list, fields),
    count: () => countDocuments(ctx, list),
    countUpTo: async (max) => ((await find()).isMany ? max : countDocumentsUpTo(ctx, await paged(), max)),
  };
};
