// The one query that lists invoices or bills: pages of a search, and exports.
import { sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import { shaped, type Value } from '../../../../db/compiled.ts';
import type { CursorKey } from '../../../ground/lists/cursor.ts';
import type { Condition } from '../search.ts';
import {
  type Books,
  countOf,
  type DocumentList,
  type ListColumn,
  type ListedRow,
  matching,
  type PageOf,
  type Routes,
  selectCount,
  selectPage,
  withColumns,
} from './select.ts';

/** A page, and beside it how many documents the list has, up to a bound: a statement of its own would be a round trip. */
export interface CountedPage<Listed> {
  readonly rows: Listed[];
  /** Null when there is no row to say it. */
  readonly total: number | null;
}

/** What the text of a statement on a list depends on, apart from a text that is looked for. */
interface ListShape {
  readonly kind: DocumentType;
  readonly index: string;
  readonly conditions: readonly Pick<Condition<string>, 'column' | 'operator'>[];
  /** Where a condition compares with null. */
  readonly nulls: readonly boolean[];
  readonly routes: Routes | undefined;
  readonly derived: DocumentList['derived'];
}

const shapeOf = ({ kind, index, conditions, routes, derived }: DocumentList): ListShape => ({
  kind,
  index,
  routes,
  derived,
  conditions: conditions.map(({ column, operator }) => ({ column, operator })),
  nulls: conditions.map(({ value }) => value === null),
});

const valuesOf = ({ conditions }: DocumentList): readonly Value[] => conditions.map(({ value }) => value);

/** The list again, with these values in its conditions. */
const listOf = (
  { kind, index, conditions, nulls, routes, derived }: ListShape,
  values: readonly Value[],
): DocumentList => ({
  kind,
  index,
  routes,
  derived,
  conditions: conditions.map((condition, at) => ({
    ...condition,
    value: nulls[at] === true ? null : (values[at] ?? null),
  })),
});

interface CountedShape extends PageShape {
  readonly max: number;
}

interface PageShape extends ListShape {
  readonly columns: readonly string[];
  readonly direction: PageOf['direction'];
  readonly isFirst: boolean;
}

const isOfKey = (value: Value): value is CursorKey[number] =>
  typeof value === 'string' || typeof value === 'number';

/** The values are those of the conditions, then those of the key. */
const compiledCountedPage = shaped((ctx, shape: CountedShape, take: number, ...values: Value[]) => {
  const { columns, direction, isFirst, conditions } = shape;
  const after = isFirst ? null : values.slice(conditions.length).filter(isOfKey);
  const list = listOf(shape, values);
  return selectPage(ctx, list, columns, { direction, after, take }).select(
    countOf(ctx, list, shape.max - 1, shape.max).as('list_total'),
  );
});

/** The values are those of the conditions, then those of the key. */
const compiledPage = shaped((ctx, shape: PageShape, take: number, ...values: Value[]) => {
  const { columns, direction, isFirst, conditions } = shape;
  const after = isFirst ? null : values.slice(conditions.length).filter(isOfKey);
  return selectPage(ctx, listOf(shape, values), columns, { direction, after, take });
});

/** One page, in the order of `dateOrder`. */
export const readDocuments = async <K extends DocumentType, C extends ListColumn<K>>(
  ctx: Books,
  list: DocumentList<K>,
  columns: readonly C[],
  page: PageOf,
): Promise<ListedRow<K, C>[]> => {
  const { after, direction, take } = page;
  const isPlain = (list.match ?? null) === null;
  const shape = { ...shapeOf(list), columns, direction, isFirst: after === null };
  const rows: readonly object[] = isPlain
    ? (await compiledPage(ctx, shape, take, ...valuesOf(list), ...(after ?? []))).rows
    : await selectPage(ctx, list, columns, page).execute();
  return rows as ListedRow<K, C>[];
};

/** The same page of a list in which no text is looked for, with a count of at most `max`. */
export const readCounted = async <K extends DocumentType, C extends ListColumn<K>>(
  ctx: Books,
  list: DocumentList<K>,
  columns: readonly C[],
  { after, direction, take, max }: PageOf & { readonly max: number },
): Promise<CountedPage<ListedRow<K, C>>> => {
  const shape = { ...shapeOf(list), columns, direction, isFirst: after === null, max };
  const { rows } = await compiledCountedPage(ctx, shape, take, ...valuesOf(list), ...(after ?? []));
  const listed: readonly object[] = rows;
  return { rows: listed as ListedRow<K, C>[], total: rows[0]?.list_total ?? null };
};

/** All of them, oldest first. */
export const streamDocuments = <K extends DocumentType, C extends ListColumn<K>>(
  ctx: Books,
  list: DocumentList<K>,
  columns: readonly C[],
): AsyncIterable<ListedRow<K, C>> =>
  withColumns<ListedRow<K, C>>(matching(ctx, list), list, columns, 'ascending').stream();

const compiledCount = shaped((ctx, shape: ListShape, past: number, max: number, ...values: Value[]) =>
  selectCount(ctx, listOf(shape, values), past, max),
);

export const countDocuments = async (ctx: Books, list: DocumentList): Promise<number> => {
  const { count } = await matching(ctx, list)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Counts at most `max`. */
export const countDocumentsUpTo = async (ctx: Books, list: DocumentList, max: number): Promise<number> => {
  const isPlain = (list.match ?? null) === null;
  const { rows } = isPlain
    ? await compiledCount(ctx, shapeOf(list), max - 1, max, ...valuesOf(list))
    : { rows: await selectCount(ctx, list, max - 1, max).execute() };
  return rows[0]?.count ?? 0;
};
