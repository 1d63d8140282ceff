// Pages of the documents that fit a text of which there are many. Where such documents are frequent, a short walk over
// the list fills the page; where they are not, as with a word of old documents only, all that have it are sorted.
import { sql, type Expression, type SqlBool } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { idsOfHits } from '../../../ground/search-index/store/ids-by-text.ts';
import { readDocuments } from './list.ts';
import { type DocumentList, type ListColumn, type ListedRow, selectKeys } from './select.ts';
import { amongIds, type DocumentHits, idOf, type TextMatch } from './text.ts';

interface Broad<K extends DocumentType> extends DocumentList<K> {
  readonly match: TextMatch & { readonly hits: readonly DocumentHits[] };
}

export const isBroadList = <K extends DocumentType>(list: DocumentList<K>): list is Broad<K> =>
  (list.match?.hits ?? null) !== null;

type After = Expression<SqlBool> | null;

/** So many documents are walked for each that is wanted, then more, then all that fit are sorted. */
const WALKS: readonly number[] = [4, 60];

/** A page by date, newest first. */
export const readBroad = async <K extends DocumentType, C extends ListColumn<K>>(
  ctx: ReadScope,
  list: Broad<K>,
  columns: readonly C[],
  after: After,
  take: number,
  walks = WALKS,
): Promise<ListedRow<K, C>[]> => {
  const page = { direction: 'descending', after: null, take } as const;
  const read = (found: Pick<TextMatch, 'index' | 'fits' | 'hits'>) =>
    readDocuments(ctx, { ...list, match: { ...list.match, ...found } }, columns, page);
  for (const walk of walks) {
    const newest = await walked(ctx, list, after, take * walk);
    const near = await read(amongWalked(list, newest));
    if (near.length === take || newest.length < take * walk) return near;
  }
  return read(amongIds(list.kind, await sortedIds(list, after, take)));
};

/** Counts at most `max`, of what else is asked among those that fit. */
export const countBroad = async <K extends DocumentType>(
  ctx: ReadScope,
  list: Broad<K>,
  max: number,
): Promise<number> => {
  const hits = list.match.hits.map(({ rows }) => idOf(list.kind, narrowed(list, rows)));
  return (await idsOfHits(ctx, hits, max - 1))?.length ?? max;
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

/** Those that fit what else is asked. */
const narrowed = ({ kind, conditions }: DocumentList, rows: DocumentHits['rows']): DocumentHits['rows'] =>
  conditions.reduce(
    (query, { column, operator, value }) => query.where(sql.ref(`${kind}.${column}`), operator, value),
    rows,
  );

/** Sorts all that fit, each way of fitting by itself: a document that is among the first is so in each. */
const sortedIds = async <K extends DocumentType>(
  list: Broad<K>,
  after: After,
  take: number,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const { rows } of list.match.hits) {
    const fitting = narrowed(list, rows);
    const sorted = await idOf(list.kind, after === null ? fitting : fitting.where(after))
      .select(sql`${sql.ref(`${list.kind}.issue_date`)}`.as('issue_date'))
      .orderBy(sql.ref(`${list.kind}.issue_date`), 'desc')
      .orderBy(sql.ref(`${list.kind}.id`), 'desc')
      .distinct()
      .limit(take)
      .execute();
    for (const { record_id } of sorted) found.add(record_id);
  }
  return [...found];
};
