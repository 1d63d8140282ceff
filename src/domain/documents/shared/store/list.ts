// The one query that lists invoices or bills: pages of a search, and exports.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import { shaped, type Value } from '../../../../db/compiled.ts';
import type { Reader } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { type Tenant, scoped } from '../../../../db/scoped.ts';
import type { CursorKey } from '../../../ground/lists/cursor.ts';
import { afterKey, type OrderColumn } from '../../../ground/lists/store.ts';
import type { Condition } from '../search.ts';
import type { TextMatch } from './text.ts';

type Books = Tenant<Reader>;

interface Tables {
  readonly invoice: Row<'invoice'>;
  readonly bill: Row<'bill'>;
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

/** Which documents, all of one kind. */
export interface DocumentList<K extends DocumentType = DocumentType> {
  readonly kind: K;
  /** The index that is read, in the order of the list. */
  readonly index: string;
  /** All must hold. */
  readonly conditions: readonly Condition<string>[];
  readonly match?: TextMatch | null;
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

const matching = (ctx: Books, { kind, index, conditions, match = null }: DocumentList) => {
  let query = scoped(ctx, sharedTable(kind)).select({ index: match?.index ?? index });
  for (const { column, operator, value } of conditions) {
    query = query.where(sql.ref(`${kind}.${column}`), operator, value);
  }
  return match === null ? query : query.where(match.fits);
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

interface PageOf {
  readonly direction: Direction;
  /** After the document with this key. */
  readonly after: CursorKey | null;
  readonly take: number;
}

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
}

const shapeOf = ({ kind, index, conditions }: DocumentList): ListShape => ({
  kind,
  index,
  conditions: conditions.map(({ column, operator }) => ({ column, operator })),
  nulls: conditions.map(({ value }) => value === null),
});

const valuesOf = ({ conditions }: DocumentList): readonly Value[] => conditions.map(({ value }) => value);

/** The list again, with these values in its conditions. */
const listOf = ({ kind, index, conditions, nulls }: ListShape, values: readonly Value[]): DocumentList => ({
  kind,
  index,
  conditions: conditions.map((condition, at) => ({
    ...condition,
    value: nulls[at] === true ? null : (values[at] ?? null),
  })),
});

interface PageShape extends ListShape {
  readonly columns: readonly string[];
  readonly direction: Direction;
  readonly isFirst: boolean;
}

const selectPage = (
  ctx: Books,
  list: DocumentList,
  columns: readonly string[],
  { after, take, direction }: PageOf,
) => {
  const query = selectRows<object>(ctx, list, columns, direction);
  const continued = after === null ? query : query.where(afterKey(dateOrder(list.kind, direction), after));
  return continued.limit(take);
};

const isOfKey = (value: Value): value is CursorKey[number] =>
  typeof value === 'string' || typeof value === 'number';

/** The values are those of the conditions, then those of the key. */
const compiledCountedPage = shaped((ctx, shape: PageShape, take: number, max: number, ...values: Value[]) => {
  const { columns, direction, isFirst, conditions } = shape;
  const after = isFirst ? null : values.slice(conditions.length).filter(isOfKey);
  const list = listOf(shape, values);
  return selectPage(ctx, list, columns, { direction, after, take }).select(
    selectCount(ctx, list, max).as('list_total'),
  );
});

/** The values are those of the conditions, then those of the key. */
const compiledPage = shaped((ctx, shape: PageShape, take: number, ...values: Value[]) => {
  const { columns, direction, isFirst, conditions } = shape;
  const after = isFirst ? null : values.slice(conditions.length).filter(isOfKey);
  return selectPage(ctx, listOf(shape, values), columns, { direction, after, take });
});

const selectRows = <Listed>(
  ctx: Books,
  list: DocumentList,
  columns: readonly string[],
  direction: Direction,
) => {
  const table = sharedTable(list.kind);
  const order = direction === 'ascending' ? 'asc' : 'desc';
  return (
    matching(ctx, list)
      // Every document has a counterparty. With an inner join servers may start at the counterparties, read all, and sort.
      .leftJoin('counterparty', (join) =>
        join
          .onRef('counterparty.entity_id', '=', `${table}.entity_id`)
          .onRef('counterparty.id', '=', `${table}.counterparty_id`),
      )
      .select([`${table}.id`, `${table}.issue_date`])
      .select(columns.map((column) => sql.ref(`${table}.${column}`).as(column)))
      .select(['counterparty.name as counterparty_name', 'counterparty.tax_id as counterparty_tax_id'])
      .orderBy(`${table}.issue_date`, order)
      .orderBy(`${table}.id`, order)
      .$castTo<Listed>()
  );
};

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
  const shape = { ...shapeOf(list), columns, direction, isFirst: after === null };
  const { rows } = await compiledCountedPage(ctx, shape, take, max, ...valuesOf(list), ...(after ?? []));
  const listed: readonly object[] = rows;
  return { rows: listed as ListedRow<K, C>[], total: rows[0]?.list_total ?? null };
};

/** All of them, oldest first. */
export const streamDocuments = <K extends DocumentType, C extends ListColumn<K>>(
  ctx: Books,
  list: DocumentList<K>,
  columns: readonly C[],
): AsyncIterable<ListedRow<K, C>> => selectRows<ListedRow<K, C>>(ctx, list, columns, 'ascending').stream();

const selectCount = (ctx: Books, list: DocumentList, max: number) => {
  const counted = matching(ctx, list)
    .select(sql<number>`1`.as('one'))
    .limit(max);
  return ctx.db.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('count'));
};

const compiledCount = shaped((ctx, shape: ListShape, max: number, ...values: Value[]) =>
  selectCount(ctx, listOf(shape, values), max),
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
    ? await compiledCount(ctx, shapeOf(list), max, ...valuesOf(list))
    : { rows: await selectCount(ctx, list, max).execute() };
  return rows[0]?.count ?? 0;
};
