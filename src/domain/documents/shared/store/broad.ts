// Pages of the documents that fit a text of which there are many. Where such documents are frequent, a short walk over
// the list fills the page; where they are not, as with a word of old documents only, all that have it are sorted.
import { sql, type Expression, type SqlBool } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { countDocumentsUpTo, readDocuments } from './list.ts';
import { type DocumentList, type ListColumn, type ListedRow, selectKeys } from './select.ts';
import { amongIds, type TextMatch } from './text.ts';

interface Broad<K extends DocumentType> extends DocumentList<K> {
  readonly match: TextMatch & { readonly hits: readonly Expression<unknown>[] };
}

export const isBroadList = <K extends DocumentType>(list: DocumentList<K>): list is Broad<K> =>
  (list.match?.hits ?? null) !== null;

type After = Expression<SqlBool> | null;

/** So many documents are walked for each that is wanted. */
const WALK = 10;

/** A page by date, newest first. */
export const readBroad = async <K extends DocumentType, C extends ListColumn<K>>(
  ctx: ReadScope,
  list: Broad<K>,
  columns: readonly C[],
  after: After,
  take: number,
): Promise<ListedRow<K, C>[]> => {
  const newest = await walked(ctx, list, after, take * WALK);
  const page = { direction: 'descending', after: null, take } as const;
  const near = await readDocuments(
    ctx,
    { ...list, match: { ...list.match, ...amongWalked(list, newest) } },
    columns,
    page,
  );
  if (near.length === take || newest.length < take * WALK) return near;
  const ids = await hitIds(ctx, list, after, take);
  return readDocuments(
    ctx,
    { ...list, match: { ...list.match, ...amongIds(list.kind, ids) } },
    columns,
    page,
  );
};

/** Counts at most `max`. */
export const countBroad = async <K extends DocumentType>(
  ctx: ReadScope,
  list: Broad<K>,
  max: number,
): Promise<number> => {
  const newest = await walked(ctx, list, null, max);
  const near = { ...list, match: { ...list.match, ...amongWalked(list, newest) } };
  if (newest.length < max) return countDocumentsUpTo(ctx, near, max);
  return (await hitIds(ctx, list, null, max)).length;
};

/** The next documents of the list, whatever their text. */
const walked = async <K extends DocumentType>(
  ctx: ReadScope,
  list: Broad<K>,
  after: After,
  take: number,
): Promise<readonly string[]> => {
  const rows = await selectKeys(ctx, { ...list, match: null }, after, take).execute();
  return rows.map(({ id }) => id);
};

const amongWalked = <K extends DocumentType>({ kind, match }: Broad<K>, ids: readonly string[]) => {
  const among = amongIds(kind, ids);
  return { ...among, fits: sql<SqlBool>`(${among.fits} and ${match.fits})` };
};

/** Sorts all that fit. Their ids are gathered first; servers would start at the documents and read all of them. */
const hitIds = async <K extends DocumentType>(
  { db, entity }: ReadScope,
  { kind, conditions, match: { hits } }: Broad<K>,
  after: After,
  take: number,
): Promise<readonly string[]> => {
  const gathered = sql<{ record_id: string }>`(${sql.join(hits, sql` union `)})`.as<'hit'>('hit');
  // Both tables have the columns named here, so the builder is typed with one of them.
  const table = kind as 'invoice';
  let query = db
    .selectFrom(gathered)
    .modifyFront(sql`straight_join`)
    .innerJoin(table, `${table}.id`, 'hit.record_id')
    .where(`${table}.entity_id`, '=', entity.id);
  for (const { column, operator, value } of conditions) {
    query = query.where(sql.ref(`${kind}.${column}`), operator, value);
  }
  const rows = await (after === null ? query : query.where(after))
    .select(`${table}.id`)
    .orderBy(`${table}.issue_date`, 'desc')
    .orderBy(`${table}.id`, 'desc')
    .limit(take)
    .execute();
  return rows.map(({ id }) => id);
};
